package io.tutti.operation;

import io.tutti.error.OrchestratorException;
import io.tutti.eventlog.Defect;
import io.tutti.plan.Reason;
import java.time.Duration;
import java.util.function.Supplier;

/** Tries for a while what an operation continues without, where it cannot be done. */
public record Tries(Pauses pauses) {
  /** What passes does so in that time; longer nobody should believe that it is on its way. */
  private static final Duration TRIED_FOR = Duration.ofSeconds(10);

  /**
   * @throws StepFailure the last one, or one that is decided: that it is cancelled, for one
   * @throws OrchestratorException the last one
   */
  public <T> T persistently(StepContext context, Supplier<T> attempt) {
    Looks looks = new Looks();
    while (true) {
      try {
        return attempt.get();
      } catch (StepFailure | OrchestratorException e) {
        boolean isLast = context.isPastNoReturn() && context.isCancelled();
        if (e instanceof StepFailure.Fatal || isLast || looks.haveTaken(TRIED_FOR)) {
          throw e;
        }
        context.failIfCancelled();
        pauses.inStep(looks.next());
      }
    }
  }

  /**
   * Why it could not be done. Once the operation cannot be taken back, that it is cancelled is a
   * reason like others.
   *
   * @throws StepFailure where the operation is cancelled before: that is not gone without
   */
  public static String said(RuntimeException failure, StepContext context) {
    return context.isPastNoReturn() && failure instanceof StepFailure step
        ? String.valueOf(step.getMessage())
        : said(failure);
  }

  /**
   * Why it could not be done.
   *
   * @throws StepFailure where the operation is cancelled: that is not gone without
   */
  public static String said(RuntimeException failure) {
    if (failure instanceof StepFailure step && step.reason() == Reason.CANCELLED) {
      throw step;
    }
    return switch (failure) {
      case OrchestratorException e -> e.observed();
      case StepFailure step -> String.valueOf(step.getMessage());
      default -> "Unexpected: " + Defect.logged("a part of a step", failure) + ".";
    };
  }
}
