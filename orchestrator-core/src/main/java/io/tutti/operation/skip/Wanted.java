package io.tutti.operation.skip;

import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.model.BinlogPosition;
import java.util.List;

/** By what the transaction to skip is recognised in the relay log. Pure. */
sealed interface Wanted {

  boolean isMet(LoggedTransaction transaction);

  /** By its name. */
  record Named(Gtid gtid) implements Wanted {
    @Override
    public boolean isMet(LoggedTransaction transaction) {
      return transaction.gtid().filter(gtid::equals).isPresent();
    }

    @Override
    public String toString() {
      return gtid.toString();
    }
  }

  /**
   * By what the failing workers tell. Several may have failed at once: the first in the log is the
   * one that all must get past.
   */
  record Failed(List<ErrorPlace> places) implements Wanted {
    public Failed {
      places = List.copyOf(places);
    }

    @Override
    public boolean isMet(LoggedTransaction transaction) {
      return places.stream().anyMatch(place -> isAt(place, transaction));
    }

    private static boolean isAt(ErrorPlace place, LoggedTransaction transaction) {
      return place.gtid().isPresent()
          ? transaction.gtid().equals(place.gtid())
          : place.inside().filter(end -> holds(transaction, end)).isPresent();
    }

    private static boolean holds(LoggedTransaction transaction, BinlogPosition end) {
      return transaction.begin().relationTo(end) == BinlogPosition.Relation.BEFORE
          && transaction.end().relationTo(end).isAtOrAfter();
    }

    @Override
    public String toString() {
      return "the transaction that the error is about: " + places;
    }
  }

  /** The next one: an applier that applies in order fails at that. */
  record Next() implements Wanted {
    @Override
    public boolean isMet(LoggedTransaction transaction) {
      return true;
    }

    @Override
    public String toString() {
      return "the next transaction";
    }
  }
}
