package io.tutti.hook;

import io.tutti.spi.hook.HookOutcome;
import io.tutti.spi.hook.HookPoint;
import java.time.Duration;
import java.util.regex.Pattern;

/** One call of a hook, and how it ended. */
public record HookRun(ConfiguredHook hook, HookPoint point, HookOutcome outcome, Duration took) {
  /** The longest output that is kept in an operation. */
  private static final int OUTPUT_MAX = 4_000;

  private static final Pattern SENTENCE =
      Pattern.compile("Hook [a-z0-9-]+ \\([a-z-]+\\) (succeeded|failed)");

  public boolean hasFailed() {
    return outcome instanceof HookOutcome.Failed;
  }

  /** Whether the operation must not begin because of it. */
  public boolean aborts() {
    return hasFailed()
        && hook.policy() == HookPolicy.MAY_ABORT
        && point.moment() == HookPoint.Moment.BEFORE;
  }

  /** Whether a message of an operation is one of {@link #sentence}. */
  public static boolean isSentence(String message) {
    return SENTENCE.matcher(message).lookingAt();
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
