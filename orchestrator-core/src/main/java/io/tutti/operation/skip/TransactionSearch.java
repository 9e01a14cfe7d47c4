package io.tutti.operation.skip;

import io.tutti.gaps.ListedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for a transaction among those that an applier reads next, in their order. */
final class TransactionSearch {
  private final Wanted wanted;
  private final List<ListedTransaction> before = new ArrayList<>();
  private int count;
  private Optional<ListedTransaction> found = Optional.empty();

  TransactionSearch(Wanted wanted) {
    this.wanted = wanted;
  }

  void offer(ListedTransaction listed) {
    if (wanted.isMet(listed)) {
      count++;
      if (found.isEmpty()) {
        found = Optional.of(listed);
      }
    }
    if (found.isEmpty()) {
      before.add(listed);
    }
  }

  /** Whether looking at more of the log can change nothing. */
  boolean isOver() {
    return wanted.countOfAll() == 0 && found.isPresent();
  }

  /** The one that is meant; empty when there is none, or it is not known which. */
  Optional<ListedTransaction> found() {
    return found.filter(listed -> wanted.countOfAll() == 0 || wanted.countOfAll() == count);
  }

  /** What was offered before it. */
  List<ListedTransaction> before() {
    return before;
  }
}
