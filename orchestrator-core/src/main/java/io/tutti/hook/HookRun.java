package io.tutti.hook;

import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookPoint;
import java.time.Duration;

/** One call of a hook, and how it ended. */
public record HookRun(ConfiguredHook hook, HookPoint point, HookOutcome outcome, Duration took) {
  /** The longest output that is kept in an operation. */
  private static final int OUTPUT_MAX = 4_000;

  public boolean hasFailed() {
    return outcome instanceof HookOutcome.Failed;
  }

  /** Whether the operation must not begin because of it. */
  public boolean aborts() {
    return hasFailed()
        && hook.policy() == HookPolicy.MAY_ABORT
        && point.moment() == HookPoint.Moment.BEFORE;
  }

  /** What happened, with what it printed. */
  public String sentence() {
    String how =
        switch (outcome) {
          case HookOutcome.Succeeded succeeded -> "succeeded";
          case HookOutcome.Failed(String why, String output) -> "failed: " + why;
        };
    String all = outcome.output().strip();
    String said = all.length() > OUTPUT_MAX ? all.substring(0, OUTPUT_MAX) + "…" : all;
    return "Hook %s (%s) %s, after %d ms.%s"
        .formatted(
            hook.name(),
            point,
            how.endsWith(".") ? how.substring(0, how.length() - 1) : how,
            took.toMillis(),
            said.isEmpty() ? "" : " It printed: " + said);
  }
}
