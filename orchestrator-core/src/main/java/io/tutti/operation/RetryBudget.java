package io.tutti.operation;

import io.tutti.plan.Reason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long to try again. Each pause is twice the one before, so the bounds on waiting bound the
 * attempts, too.
 *
 * @param firstPause the pause after the first attempt
 * @param pauseMax the longest pause; also how late a cancellation may be noticed
 * @param unreachableWaitMax for a server that does not answer while there is work to do on it
 * @param undoWaitMax the same while undoing
 * @param passingWaitMax for failures that should pass in a moment
 * @param verifyWaitMax for the server to show an effect: the replica may be stopped meanwhile
 */
public record RetryBudget(
    Duration firstPause,
    Duration pauseMax,
    Duration unreachableWaitMax,
    Duration undoWaitMax,
    Duration passingWaitMax,
    Duration verifyWaitMax) {

  /**
   * A restart of a server takes one to three minutes; after that it is more likely down, and the
   * others should be restored. Undoing waits longer, as giving up leaves something to a person.
   */
  public static final RetryBudget USUAL =
      new RetryBudget(
          Duration.ofMillis(100),
          Duration.ofSeconds(5),
          Duration.ofMinutes(3),
          Duration.ofMinutes(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10));

  public RetryBudget {
    if (firstPause.isZero() || firstPause.isNegative() || pauseMax.compareTo(firstPause) < 0) {
      throw new IllegalArgumentException(
          "the pauses must be positive, and the first one (%s) not longer than the longest (%s)"
              .formatted(firstPause, pauseMax));
    }
  }

  /** The same with other bounds on waiting for a server that does not answer. */
  public RetryBudget waitingForServers(Duration forward, Duration undoing) {
    return new RetryBudget(firstPause, pauseMax, forward, undoing, passingWaitMax, verifyWaitMax);
  }

  /** The waiting of one thing to do. */
  Waiting waiting(Duration blockedWaitMax, boolean undoing) {
    return new Waiting(blockedWaitMax, undoing);
  }

  private Duration waitMax(StepFailure failure, Duration blockedWaitMax, boolean undoing) {
    return switch (failure) {
      // Giving up on an undo leaves a server half done, so what no step has decided is tried again.
      case StepFailure.Fatal fatal ->
          undoing && !fatal.isDecided() ? passingWaitMax : Duration.ZERO;
      case StepFailure.Blocked blocked -> blockedWaitMax;
      case StepFailure.Retryable retryable ->
          switch (retryable.reason()) {
            case SERVER_UNREACHABLE -> undoing ? undoWaitMax : unreachableWaitMax;
            case VERIFICATION_FAILED -> verifyWaitMax;
            default -> passingWaitMax;
          };
    };
  }

  /** Adds up what was waited, for each reason on its own. */
  final class Waiting {
    private final Duration blockedWaitMax;
    private final boolean undoing;
    private final Map<Reason, Duration> waited = new EnumMap<>(Reason.class);
    private Duration pause = firstPause;

    private Waiting(Duration blockedWaitMax, boolean undoing) {
      this.blockedWaitMax = blockedWaitMax;
      this.undoing = undoing;
    }

    /** How long to wait before the next attempt; empty when there is to be none. */
    Optional<Duration> next(StepFailure failure) {
      Duration already = waited.getOrDefault(failure.reason(), Duration.ZERO);
      if (already.compareTo(waitMax(failure, blockedWaitMax, undoing)) >= 0) {
        return Optional.empty();
      }
      Duration now = pause;
      waited.put(failure.reason(), already.plus(now));
      pause = pause.multipliedBy(2).compareTo(pauseMax) < 0 ? pause.multipliedBy(2) : pauseMax;
      return Optional.of(now);
    }

    /** That pause was over sooner, as something came: what comes next is tried again soon. */
    void cutShort(StepFailure failure, Duration planned, Duration passed) {
      waited.merge(failure.reason(), planned.minus(passed), Duration::minus);
      pause = firstPause;
    }
  }
}
