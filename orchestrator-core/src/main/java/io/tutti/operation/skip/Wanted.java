package io.tutti.operation.skip;

import io.tutti.gaps.ListedTransaction;
import io.tutti.gtid.Gtid;
import java.util.List;

/** By what the transaction to skip is recognised in the relay log. Pure. */
sealed interface Wanted {

  boolean isMet(ListedTransaction listed);

  /**
   * How many transactions of the whole relay log must meet it, or it is not known which is meant; 0
   * where the first one is.
   */
  default int countOfAll() {
    return 0;
  }

  /** By its name. */
  record Named(Gtid gtid) implements Wanted {
    @Override
    public boolean isMet(ListedTransaction listed) {
      return listed.transaction().gtid().filter(gtid::equals).isPresent();
    }

    @Override
    public String toString() {
      return gtid.toString();
    }
  }

  /**
   * By what the failing workers show. Several may have failed at once: the first in the log is the
   * one that all must get past.
   */
  record Failed(List<ErrorPlace> places) implements Wanted {
    public Failed {
      places = List.copyOf(places);
    }

    @Override
    public boolean isMet(ListedTransaction listed) {
      return places.stream().anyMatch(place -> place.isIn(listed));
    }

    @Override
    public int countOfAll() {
      return places.stream().anyMatch(ErrorPlace::isVague) ? places.size() : 0;
    }

    @Override
    public String toString() {
      return "the transaction that the error is about";
    }
  }

  /** The next one: an applier that applies in order fails at that. */
  record Next() implements Wanted {
    @Override
    public boolean isMet(ListedTransaction listed) {
      return true;
    }

    @Override
    public String toString() {
      return "the next transaction";
    }
  }
}
