package io.tutti.discovery;

import io.tutti.measure.DurationHistogram;
import io.tutti.measure.DurationHistogram.Counted;
import java.time.Duration;

/** How long contacts with servers took, from their turn to their last answer. */
public final class PollTimes {
  private final DurationHistogram reached = new DurationHistogram();
  private final DurationHistogram failed = new DurationHistogram();

  void record(ContactOutcome outcome, Duration took) {
    (outcome instanceof ContactOutcome.Reached ? reached : failed).record(took);
  }

  /** Of contacts by which a server was read. */
  public Counted reached() {
    return reached.counted();
  }

  /** Of contacts that failed. */
  public Counted failed() {
    return failed.counted();
  }
}
