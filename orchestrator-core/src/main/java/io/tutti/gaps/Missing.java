package io.tutti.gaps;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which transactions were left out, as exactly as the reading shows. */
public sealed interface Missing {

  /** So many are named in a sentence; {@code tutti gaps show} names all. */
  int NAMED_MAX = 3;

  /** Each by itself, where nobody can ask the server again. */
  default String inFull() {
    return toString();
  }

  private static String counted(int count) {
    return count == 1 ? "1 transaction" : count + " transactions";
  }

  private static <T> String first(List<T> all, Function<T, String> name) {
    String named = all.stream().limit(NAMED_MAX).map(name).collect(Collectors.joining(", "));
    return all.size() <= NAMED_MAX
        ? named
        : "%s, and %d more".formatted(named, all.size() - NAMED_MAX);
  }

  /** How many; for the domain family a lower bound, as its positions show no number. */
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
   * binlog shows where they are.
   */
  record Counted(BinlogPosition after, List<Integer> places) implements Missing {
    public Counted {
      places = List.copyOf(places);
    }

    @Override
    public long count() {
      return places.size();
    }

    /** Such as {@code 40 transactions after binlog.000001:3691 (number 1, 2, 5, and 37 more)}. */
    @Override
    public String toString() {
      return "%s after %s (number %s)"
          .formatted(
              counted(places.size()), after, first(places, place -> Integer.toString(place + 1)));
    }

    @Override
    public String inFull() {
      return places.stream()
          .map(place -> Integer.toString(place + 1))
          .collect(Collectors.joining(", ", "the transactions after " + after + " number ", ""));
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
      return counted(transactions.size())
          + " ("
          + first(transactions, LoggedTransaction::toString)
          + ")";
    }

    @Override
    public String inFull() {
      return transactions.stream()
          .map(LoggedTransaction::toString)
          .collect(Collectors.joining(", "));
    }
  }
}
