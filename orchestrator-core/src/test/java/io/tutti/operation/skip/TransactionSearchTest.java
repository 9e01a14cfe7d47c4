package io.tutti.operation.skip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransactionSearchTest {
  static ListedTransaction at(String file, long begin, String gtid) {
    BinlogPosition from = new BinlogPosition(file, begin);
    return new ListedTransaction(
        new LoggedTransaction(
            from,
            new BinlogPosition(file, begin + 100),
            gtid.isEmpty() ? Optional.empty() : Optional.of(Gtid.parse(gtid))),
        List.of(
            new LogEvent(from, "Query", 1, begin + 40, "BEGIN"),
            new LogEvent(from, "Write_rows", 1, begin + 80, "table_id: 1"),
            new LogEvent(from, "Xid", 1, begin + 100, "COMMIT")));
  }

  private static TransactionSearch search(Wanted wanted, ListedTransaction... log) {
    TransactionSearch search = new TransactionSearch(wanted);
    List.of(log).forEach(search::offer);
    return search;
  }

  private static Wanted failedAt(String file, long... ends) {
    return new Wanted.Failed(
        java.util.stream.LongStream.of(ends)
            .mapToObj(end ->
                new ErrorPlace(
                    Optional.empty(), Optional.of(file).filter(name -> !name.isEmpty()), end))
            .toList());
  }

  @Test
  void takesTheFirstOfSeveralThatFailed() {
    TransactionSearch search =
        search(
            failedAt("b.000001", 480, 280),
            at("b.000001", 100, ""),
            at("b.000001", 200, ""),
            at("b.000001", 400, ""));
    assertThat(search.found()).contains(at("b.000001", 200, ""));
    assertThat(search.before()).containsExactly(at("b.000001", 100, ""));
    assertThat(search.isOver()).isTrue();
  }

  @Test
  void saysWhetherItIsTheNext() {
    assertThat(search(failedAt("b.000001", 180), at("b.000001", 100, "")).before()).isEmpty();
  }

  /** Without the file's name, an offset may be in several files: then it is not known. */
  @Test
  void takesAnOffsetOnlyWhereOneTransactionFits() {
    assertThat(search(failedAt("", 180), at("b.000001", 100, ""), at("b.000002", 4, "")).found())
        .contains(at("b.000001", 100, ""));
    assertThat(search(failedAt("", 180), at("b.000001", 100, ""), at("b.000002", 100, "")).found())
        .isEmpty();
    assertThat(search(failedAt("", 181), at("b.000001", 100, "")).found()).isEmpty();
  }

  @Test
  void findsTheNextOfADomainOnly() {
    DomainSearch search = new DomainSearch(GtidSet.parse("1-1-7,2-1-2"));
    search.offer(at("b.000001", 100, "1-1-7"));
    search.offer(at("b.000001", 200, "2-1-3"));
    search.offer(at("b.000001", 300, "2-1-4"));
    assertThat(search.find(new Wanted.Next())).contains(at("b.000001", 200, "2-1-3"));
    assertThat(search.find(new Wanted.Named(Gtid.parse("2-1-4")))).isEmpty();

    search.offer(at("b.000001", 400, "3-1-1"));
    assertThat(search.find(new Wanted.Next())).isEmpty();
    assertThat(search.find(new Wanted.Named(Gtid.parse("3-1-1")))).isPresent();
    assertThat(search.next()).hasToString("[2-1-3, 3-1-1]");
  }
}
