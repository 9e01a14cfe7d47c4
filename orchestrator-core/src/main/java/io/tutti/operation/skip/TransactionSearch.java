package io.tutti.operation.skip;

import io.tutti.gaps.ListedTransaction;
import java.util.Optional;

/** Looks for a transaction among those that an applier reads next, in their order. */
final class TransactionSearch {
  private final Wanted wanted;
  private boolean isFirst = true;
  private boolean isNext;
  private Optional<ListedTransaction> found = Optional.empty();

  TransactionSearch(Wanted wanted) {
    this.wanted = wanted;
  }

  void offer(ListedTransaction listed) {
    if (found.isEmpty() && wanted.isMet(listed.transaction())) {
      found = Optional.of(listed);
      isNext = isFirst;
    }
    isFirst = false;
  }

  Optional<ListedTransaction> found() {
    return found;
  }

  /** Whether none was offered before it. */
  boolean isNext() {
    return isNext;
  }
}
