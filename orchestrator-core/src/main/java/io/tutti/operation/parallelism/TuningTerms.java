package io.tutti.operation.parallelism;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * By what bounds a replica is measured.
 *
 * @param budget no try begins, and none goes on, when so much time has passed since the first one
 *     began
 * @param maxLag the replica is never held back so that it is further behind, and a try is ended
 *     where it falls behind further
 * @param holdBack so long its applier is held back before a try, where less work waits for it than
 *     a try needs
 * @param amount transactions of each try; empty for what waits at the first one
 * @param mayLose whether somebody wants settings measured under which a crash may cost the replica
 *     transactions
 */
public record TuningTerms(
    Duration budget, Duration maxLag, Duration holdBack, Optional<Long> amount, boolean mayLose) {
  private static final Duration BUDGET_MAX = Duration.ofHours(24);

  /** Fewer show nothing. */
  private static final long AMOUNT_MIN = 100;

  /** Less is over before anybody has looked twice. */
  private static final Duration HOLD_BACK_MIN = Duration.ofSeconds(1);

  public static final TuningTerms USUAL =
      new TuningTerms(
          Duration.ofMinutes(30), Duration.ofMinutes(10), Duration.ofMinutes(2), Optional.empty());

  /** With nothing that a crash may cost. */
  public TuningTerms(Duration budget, Duration maxLag, Duration holdBack, Optional<Long> amount) {
    this(budget, maxLag, holdBack, amount, false);
  }

  public TuningTerms {
    require(
        budget.isPositive() && budget.compareTo(BUDGET_MAX) <= 0,
        "The budget %s is not between 0 and %s.".formatted(budget, BUDGET_MAX));
    require(maxLag.isPositive(), "The lag %s is not longer than 0.".formatted(maxLag));
    require(
        holdBack.compareTo(HOLD_BACK_MIN) >= 0 && holdBack.compareTo(budget) <= 0,
        "An applier is held back for %s at least, and no longer than the budget, %s; not %s."
            .formatted(HOLD_BACK_MIN, budget, holdBack));
    require(amount.isEmpty() || amount.get() > 0, "Each try needs at least one transaction.");
  }

  private static void require(boolean holds, String sentence) {
    if (!holds) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          "",
          sentence + " Nothing was changed.",
          List.of("give durations such as 30m, 2h, 90s"));
    }
  }

  /** What a try must have applied to count. */
  long amountMin() {
    return amount.map(wanted -> Math.max(1, wanted / 2)).orElse(AMOUNT_MIN);
  }

  Duration left(Instant begunAt, Instant now) {
    Duration left = budget.minus(Duration.between(begunAt, now));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
