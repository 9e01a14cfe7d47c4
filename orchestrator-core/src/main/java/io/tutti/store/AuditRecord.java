package io.tutti.store;

import io.tutti.error.ShownText;
import java.time.Instant;

/**
 * Something that was done, or refused, or noticed.
 *
 * @param at when
 * @param actor who: a user's name, or {@code tutti} for the orchestrator itself
 * @param action what, such as {@code instance.found}
 * @param target about what, such as {@code db7:3306}
 * @param outcome how it ended
 * @param reason why, one sentence
 */
public record AuditRecord(
    Instant at, String actor, String action, String target, Outcome outcome, String reason) {
  /** The actor when nobody asked. */
  public static final String SELF = "tutti";

  public AuditRecord {
    actor = ShownText.of(actor);
    target = ShownText.of(target);
    reason = ShownText.of(reason);
  }

  /** How it ended. */
  public enum Outcome {
    DONE,
    REFUSED,
    FAILED
  }
}
