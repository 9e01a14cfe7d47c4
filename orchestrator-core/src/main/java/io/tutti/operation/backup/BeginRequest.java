package io.tutti.operation.backup;

import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.Optional;

/**
 * That somebody wants to copy a replica.
 *
 * @param target the replica; or, when one is to be picked, the cluster
 * @param channel whose applier is to be stopped; empty for all, as only then the whole server is
 *     stopped
 * @param lease after which the session ends by itself
 * @param deadline how long its transactions in flight, and its gaps, may take
 */
public record BeginRequest(
    String target, boolean pick, Optional<String> channel, Duration lease, Duration deadline) {
  public static final String BEGIN = "backup.begin";

  /** Longer than most copies take, shorter than a night that nobody looks. */
  public static final Duration LEASE_USUAL = Duration.ofHours(2);

  /** An applier stops in a moment unless a long transaction is in the way. */
  public static final Duration DEADLINE_USUAL = Duration.ofMinutes(1);

  /** Longer, it is a replica that was taken out, and its relay logs fill the disk. */
  static final Duration LEASE_MAX = Duration.ofDays(3);

  /** Longer, a transaction of hours should end first. */
  static final Duration DEADLINE_MAX = Duration.ofHours(2);

  public BeginRequest {
    requireWithin(target, "lease", lease, LEASE_MAX);
    requireWithin(target, "deadline", deadline, DEADLINE_MAX);
  }

  static void requireWithin(String target, String what, Duration asked, Duration max) {
    if (asked.isNegative() || asked.isZero() || asked.compareTo(max) > 0) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          target,
          "The %s %s is not between 0 and %s. Nothing was changed.".formatted(what, asked, max),
          Remedies.of(Acts.explain(Action.BEGIN_BACKUP)));
    }
  }

  public Goal toGoal() {
    return new Goal(BEGIN, target, this);
  }
}
