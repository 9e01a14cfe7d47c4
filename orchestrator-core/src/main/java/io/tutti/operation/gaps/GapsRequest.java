package io.tutti.operation.gaps;

import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.Optional;

/**
 * That somebody wants a replica's gaps closed.
 *
 * @param channel which channel's; empty for all
 * @param word what the person who asks vouches for, as no server reports it
 * @param deadline how long one channel may take; then it is restored as it was
 */
public record GapsRequest(
    InstanceAddress instance, Optional<String> channel, Word word, Duration deadline) {
  public static final String CLOSE = "gaps.close";

  /** A gap is closed in a moment unless a long transaction is in the way. */
  public static final Duration DEADLINE_USUAL = Duration.ofMinutes(1);

  /** Longer, a transaction of hours should end first. */
  static final Duration DEADLINE_MAX = Duration.ofHours(2);

  /** What the person who asks vouches for. */
  public enum Word {
    NONE,

    /** The rows that a failed worker stumbled over were made what it expects. */
    ROW_REPAIRED,

    /** No applier was stopped while it closed gaps since the server was started. */
    APPLIER_NOT_STOPPED
  }

  public GapsRequest {
    if (deadline.isNegative() || deadline.isZero() || deadline.compareTo(DEADLINE_MAX) > 0) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          instance.toString(),
          "The deadline %s is not between 0 and %s. Nothing was changed."
              .formatted(deadline, DEADLINE_MAX),
          Remedies.of(Acts.explain(Action.CLOSE_GAPS)));
    }
  }

  public Goal toGoal() {
    return new Goal(CLOSE, instance.toString(), this);
  }
}
