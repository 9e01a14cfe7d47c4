package io.tutti.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Which records of the audit are wanted: those that fit all that is given.
 *
 * @param target about what
 * @param actor who
 * @param action what, or the part of it before a dot: {@code crash} is {@code crash.fence}, too
 * @param since the earliest
 * @param limit how many, the newest
 */
public record AuditFilter(
    Optional<String> target,
    Optional<String> actor,
    Optional<String> action,
    Optional<Instant> since,
    int limit) {

  /** Whether a record is one of them; how many there are already is another matter. */
  public boolean takes(AuditRecord entry) {
    return target.filter(name -> !name.equals(entry.target())).isEmpty()
        && actor.filter(name -> !name.equals(entry.actor())).isEmpty()
        && action
            .filter(name -> !name.equals(entry.action()) && !entry.action().startsWith(name + "."))
            .isEmpty()
        && since.filter(first -> entry.at().isBefore(first)).isEmpty();
  }

  /** The newest, those about one target when it is given. */
  public static AuditFilter newest(Optional<String> target, int limit) {
    return new AuditFilter(target, Optional.empty(), Optional.empty(), Optional.empty(), limit);
  }
}
