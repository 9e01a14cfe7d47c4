package io.tutti.operation.skip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.BinlogPosition;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TransactionContentTest {
  /** Events as {@code type|info}. */
  static ListedTransaction listed(String... events) {
    BinlogPosition at = new BinlogPosition("binlog.000001", 4);
    return new ListedTransaction(
        new LoggedTransaction(at, new BinlogPosition("binlog.000001", 400), Optional.empty()),
        Stream.of(events)
            .map(text -> text.split("\\|", 2))
            .map(parts -> new LogEvent(at, parts[0], 1, 400, parts[1]))
            .toList());
  }

  @Test
  void showsTablesAndKindsOfRowEvents() {
    TransactionContent content =
        TransactionContent.of(
            listed(
                "Gtid|SET @@SESSION.GTID_NEXT= 'u:1'",
                "Query|BEGIN",
                "Rows_query|# INSERT INTO t VALUES (1)",
                "Table_map|table_id: 108 (shop.orders)",
                "Table_map|table_id: 109 (shop.lines)",
                "Write_rows|table_id: 108",
                "Write_rows|table_id: 109",
                "Write_rows|table_id: 109 flags: STMT_END_F",
                "Table_map|table_id: 108 (shop.orders)",
                "Update_rows_v1|table_id: 108 flags: STMT_END_F",
                "Delete_rows_compressed_v1|table_id: 108 flags: STMT_END_F",
                "Xid|COMMIT /* xid=14 */"));

    assertThat(content.tables()).containsExactly("shop.lines", "shop.orders");
    assertThat(content.lines())
        .containsExactly(
            "Was written as: # INSERT INTO t VALUES (1)",
            "Inserts into shop.orders.",
            "Inserts into shop.lines, 2 events.",
            "Updates rows of shop.orders.",
            "Deletes from shop.orders.");
  }

  @Test
  void showsStatementsAndCutsLongOnes() {
    TransactionContent content =
        TransactionContent.of(
            listed("Gtid|GTID 0-1-6", "Query_compressed|use `shop`; " + "x".repeat(600)));

    assertThat(content.tables()).isEmpty();
    assertThat(content.lines())
        .singleElement()
        .asString()
        .startsWith("Statement: use `shop`; xxx")
        .endsWith("… (612 characters)");
  }

  @Test
  void saysThatThereIsNothing() {
    assertThat(
            TransactionContent.of(listed("Gtid|GTID 0-1-6", "Query|BEGIN", "Xid|COMMIT")).lines())
        .isEqualTo(List.of("It changes nothing."));
  }
}
