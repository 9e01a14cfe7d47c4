package io.tutti.recovery;

import io.tutti.eventlog.EventLog;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was decided about each case last: counted and audited when it becomes another decision, but
 * for what is only looked at again later: of a refusal the audit has the words of who refused. What
 * is tried, or refused, again and again is audited the first time, whenever it is for another
 * reason, and else every ten minutes. The log has as much, and the rest for those who look for
 * details.
 */
public final class Decisions {
  /** The oldest are forgotten first; the audit keeps them. */
  private static final int KEPT_MAX = 1_000;

  /** So often the audit says again what it said of a case. */
  private static final Duration AUDITED_AGAIN = Duration.ofMinutes(10);

  private static final int REASONS_MAX = 16;

  private final AuditLog audit;
  private final InstantSource clock;
  private final Map<Key, Decided> latest = new LinkedHashMap<>();
  private final Map<Key, Map<String, Instant>> audited = new HashMap<>();
  private final SortedMap<Counted, Long> counts = new TreeMap<>();

  private record Key(String rule, String id) {}

  /**
   * A decision about one case.
   *
   * @param at since when it is decided so
   * @param operation that it began last
   */
  public record Decided(
      Instant at,
      String rule,
      String id,
      InstanceAddress instance,
      Decision decision,
      Optional<OperationId> operation) {}

  /** What is counted: how often a rule came to such a decision since the controller started. */
  public record Counted(String rule, String decision) implements Comparable<Counted> {
    @Override
    public int compareTo(Counted other) {
      return Comparator.comparing(Counted::rule)
          .thenComparing(Counted::decision)
          .compare(this, other);
    }
  }

  public Decisions(AuditLog audit, InstantSource clock) {
    this.audit = audit;
    this.clock = clock;
  }

  /** The newest first. */
  public synchronized List<Decided> latest() {
    return List.copyOf(latest.values()).reversed();
  }

  /** By rule and decision. */
  public synchronized SortedMap<Counted, Long> counts() {
    return new TreeMap<>(counts);
  }

  void decide(RecoveryRule rule, Case about, Decision decision, Optional<OperationId> operation) {
    Decided next =
        new Decided(
            clock.instant(), rule.name(), about.id(), about.instance(), decision, operation);
    if (keep(next)) {
      report(rule, next);
    }
  }

  /** Returns whether it is another decision than before. */
  private synchronized boolean keep(Decided next) {
    Key key = new Key(next.rule(), next.id());
    Optional<Decided> before = Optional.ofNullable(latest.get(key));
    if (before.filter(known -> isSame(known, next)).isPresent()) {
      latest.replace(
          key,
          new Decided(
              before.get().at(),
              next.rule(),
              next.id(),
              next.instance(),
              next.decision(),
              next.operation()));
      return false;
    }
    latest.remove(key);
    latest.put(key, next);
    counts.merge(new Counted(next.rule(), next.decision().word()), 1L, Long::sum);
    if (latest.size() > KEPT_MAX) {
      Key oldest = latest.keySet().iterator().next();
      latest.remove(oldest);
      audited.remove(oldest);
    }
    return true;
  }

  /** Whether the audit has not said so of that case just before, by whichever operation. */
  private boolean isToBeAudited(Decided decided) {
    return isNew(
        new Key(decided.rule(), decided.id()),
        decided.decision().word() + " " + decided.decision().reason(),
        decided.at());
  }

  /** The same of what refuses a case that is asked for again and again. */
  boolean isNewRefusal(RecoveryRule rule, Case about, String why) {
    return isNew(new Key(rule.name(), about.id()), "REFUSED " + why, clock.instant());
  }

  private synchronized boolean isNew(Key key, String what, Instant at) {
    Map<String, Instant> said = audited.computeIfAbsent(key, each -> new LinkedHashMap<>());
    Instant before = said.get(what);
    if (before != null && before.plus(AUDITED_AGAIN).isAfter(at)) {
      return false;
    }
    said.remove(what);
    said.put(what, at);
    if (said.size() > REASONS_MAX) {
      said.remove(said.keySet().iterator().next());
    }
    return true;
  }

  private static boolean isSame(Decided one, Decided other) {
    return one.decision().word().equals(other.decision().word())
        && one.decision().reason().equals(other.decision().reason())
        && one.operation().equals(other.operation());
  }

  private void report(RecoveryRule rule, Decided decided) {
    String operation = decided.operation().map(id -> " Operation " + id + ".").orElse("");
    String action = "decision." + decided.decision().word().toLowerCase(Locale.ROOT);
    if (decided.decision() instanceof Decision.Recheck || !isToBeAudited(decided)) {
      EventLog.detail(
          action,
          decided.instance().toString(),
          "by " + rule.actor() + ". " + decided.decision().reason() + operation);
    } else {
      audit.append(
          new AuditRecord(
              decided.at(),
              rule.actor(),
              action,
              decided.instance().toString(),
              Outcome.DONE,
              decided.decision().reason() + operation));
    }
  }
}
