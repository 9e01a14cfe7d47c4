package io.tutti.operation;

import io.tutti.operation.UnfinishedWork.Work;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the operations that ended here, and how long they took from the request to the end. */
final class OperationTally {
  private static final Comparator<OperationCounts.Of> ORDER =
      Comparator.comparing(OperationCounts.Of::kind).thenComparing(OperationCounts.Of::state);

  private final SortedMap<OperationCounts.Of, OperationCounts.Ended> ended = new TreeMap<>(ORDER);

  /** After the journal has it. */
  synchronized void changed(Operation before, Operation after) {
    OperationState state = after.state();
    if (before.state() != state && state.isAtRest()) {
      ended.merge(
          new OperationCounts.Of(after.plan().goal().kind(), state),
          new OperationCounts.Ended(1, Duration.between(after.request().at(), after.changedAt())),
          OperationCounts.Ended::and);
    }
  }

  synchronized OperationCounts with(List<Work> unfinished) {
    SortedMap<OperationCounts.Of, Long> open = new TreeMap<>(ORDER);
    unfinished.forEach(work ->
        open.merge(new OperationCounts.Of(work.goal().kind(), work.state()), 1L, Long::sum));
    return new OperationCounts(ended, open);
  }
}
