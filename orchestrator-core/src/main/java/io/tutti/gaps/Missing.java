package io.tutti.gaps;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which transactions were left out, as exactly as the reading tells. */
public sealed interface Missing {

  /** How many; for the domain family a lower bound, as its positions tell no number. */
  long count();

  /** By their GTIDs. */
  record Named(GtidSet gtids) implements Missing {
    @Override
    public long count() {
      return gtids.transactionCount().orElse(1);
    }

    @Override
    public String toString() {
      return gtids.toString();
    }
  }

  /**
   * By their place behind the low-water mark: 0 is the first transaction after it. The source's
   * binlog tells where they are.
   */
  record Counted(BinlogPosition after, List<Integer> places) implements Missing {
    public Counted {
      places = List.copyOf(places);
    }

    @Override
    public long count() {
      return places.size();
    }

    @Override
    public String toString() {
      return "of the transactions after %s the %s"
          .formatted(
              after,
              places.stream()
                  .map(place -> "%d.".formatted(place + 1))
                  .collect(Collectors.joining(", ")));
    }
  }

  /** By where they are in the source's binlog. */
  record Located(List<LoggedTransaction> transactions) implements Missing {
    public Located {
      transactions = List.copyOf(transactions);
    }

    @Override
    public long count() {
      return transactions.size();
    }

    /** Their GTIDs; empty when one has none. */
    public Optional<GtidSet> gtids() {
      if (transactions.stream().anyMatch(each -> each.gtid().isEmpty())) {
        return Optional.empty();
      }
      return transactions.stream()
          .flatMap(each -> each.gtid().stream())
          .map(gtid -> GtidSet.parse(gtid.toString()))
          .reduce(GtidSet::union);
    }

    @Override
    public String toString() {
      return transactions.stream()
          .map(LoggedTransaction::toString)
          .collect(Collectors.joining(", "));
    }
  }
}
