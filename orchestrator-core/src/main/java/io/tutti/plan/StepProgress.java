package io.tutti.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far one step has come.
 *
 * @param before what was there before it, read from the server and journaled before anything was
 *     changed: all that undoing it needs
 * @param timing when it was carried out, once that was in one go
 * @param left what of it could not be done, and ends nothing, as a sentence
 */
public record StepProgress(
    StepState state, Optional<Record> before, Optional<Timing> timing, Optional<String> left) {
  public static final StepProgress PENDING = new StepProgress(StepState.PENDING);

  /**
   * From the check of what it needs until the server was read again.
   *
   * @param took as the controller's clock went
   */
  public record Timing(Instant begun, Duration took) {
    public static Timing between(Instant begun, Instant ended) {
      return new Timing(
          begun, ended.isBefore(begun) ? Duration.ZERO : Duration.between(begun, ended));
    }
  }

  public StepProgress {
    // Operations that an older controller kept have none.
    timing = Objects.requireNonNullElse(timing, Optional.empty());
    left = Objects.requireNonNullElse(left, Optional.empty());
  }

  private StepProgress(StepState state) {
    this(state, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** What was there before, for people. */
  public SortedMap<String, String> details() {
    return before.map(Details::of).orElseGet(TreeMap::new);
  }

  public StepProgress running(Record was) {
    return new StepProgress(
        StepState.RUNNING, Optional.of(was), Optional.empty(), Optional.empty());
  }

  public StepProgress withState(StepState next) {
    return new StepProgress(next, before, timing, left);
  }

  /** What somebody else did stays. */
  public StepProgress staying(Record was) {
    return new StepProgress(state, Optional.of(was), timing, left);
  }

  public StepProgress done(Timing when) {
    return new StepProgress(StepState.DONE, before, Optional.of(when), Optional.empty());
  }

  /** What could not be done ends nothing. */
  public StepProgress leaving(String what) {
    return new StepProgress(state, before, timing, Optional.of(what));
  }
}
