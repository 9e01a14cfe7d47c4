package io.tutti.operation;

import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.Scope;
import io.tutti.store.Journal;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each unfinished operation is about and its state, in memory: to admit another one, no
 * journal is read. Read from the journal at first, and again now and then, as another controller
 * may have led meanwhile.
 */
final class UnfinishedWork {
  private final Journal journal;
  private final SortedMap<OperationId, Work> works =
      new TreeMap<>(Comparator.comparing(OperationId::value));
  private boolean isRead;
  private long writes;

  /** One of them. */
  record Work(OperationId id, Goal goal, Scope scope, OperationState state) {
    static Work of(Operation operation) {
      return new Work(
          operation.id(), operation.plan().goal(), operation.plan().scope(), operation.state());
    }

    /** What is as urgent does not. */
    boolean givesWayTo(Goal other) {
      return other.urgency().displaces(goal.urgency());
    }
  }

  UnfinishedWork(Journal journal) {
    this.journal = journal;
  }

  /** Reads all again. */
  synchronized List<Operation> read() {
    List<Operation> unfinished = journal.unfinished();
    works.clear();
    unfinished.forEach(operation -> works.put(operation.id(), Work.of(operation)));
    isRead = true;
    return unfinished;
  }

  /** After the journal keeps it so. */
  synchronized void changed(Operation after) {
    writes++;
    if (after.state().isTerminal()) {
      works.remove(after.id());
    } else {
      works.put(after.id(), Work.of(after));
    }
  }

  /** How often any operation has changed since the start: while it is the same, nobody acts. */
  synchronized long writes() {
    return writes;
  }

  synchronized List<Work> all() {
    if (!isRead) {
      read();
    }
    return List.copyOf(works.values());
  }

  /**
   * What acts and claims the same, and what came to a stop on the same instances, unless it gives
   * way to that. Nothing is in its own way.
   */
  List<Work> inTheWayOf(OperationId self, Plan plan) {
    return all().stream()
        .filter(work -> !work.id().equals(self))
        .filter(work ->
            work.state().isActing()
                ? work.scope().conflictsWith(plan.scope())
                : work.scope().overlaps(plan.scope()))
        .filter(work -> work.state().isActing() || !work.givesWayTo(plan.goal()))
        .toList();
  }
}
