package io.tutti.plan;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far one step has come.
 *
 * @param before what was there before it, read from the server and journaled before anything was
 *     changed: all that undoing it needs
 */
public record StepProgress(StepState state, Optional<Record> before) {
  public static final StepProgress PENDING = new StepProgress(StepState.PENDING, Optional.empty());

  /** What was there before, for people. */
  public SortedMap<String, String> details() {
    return before.map(Details::of).orElseGet(TreeMap::new);
  }

  public StepProgress running(Record was) {
    return new StepProgress(StepState.RUNNING, Optional.of(was));
  }

  public StepProgress withState(StepState next) {
    return new StepProgress(next, before);
  }
}
