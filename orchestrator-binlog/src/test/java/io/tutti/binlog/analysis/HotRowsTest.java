package io.tutti.binlog.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.analysis.BinlogReport.HotRow;
import io.tutti.binlog.analysis.BinlogReport.Rows;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.fixtures.LogBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows are changed most, and which tables have no key. */
class HotRowsTest {
  @TempDir private Path folder;

  private Rows rows(LogBytes log) throws IOException {
    return BinlogAnalyzer.analyze(
            List.of(log.into(folder.resolve("log"))), true, Optional.of(TableKeys.unknown()))
        .rows()
        .orElseThrow();
  }

  /** Row 7 in every second of so many transactions, and another row in each. */
  private static LogBytes log(int transactions) {
    LogBytes log = LogBytes.of("8.0.15");
    for (int i = 0; i < transactions; i++) {
      log.anonymous(i, i + 1).query("a", "BEGIN").fullTable(70, "a", "t", true);
      log.rowsOf(31, 70, 1_000 + i, 0, 1_000 + i, 1);
      if (i % 2 == 0) {
        log.rowsOf(31, 70, 7, i, 7, i + 1).rowsOf(31, 70, 7, i + 1, 7, i + 2);
      }
      log.xid();
    }
    return log;
  }

  @Test
  void aRowCountsOnceForEachTransaction() throws IOException {
    Rows rows = rows(log(10));
    assertThat(rows.hot()).containsExactly(new HotRow("a.t", OptionalLong.of(7), 5));
    assertThat(rows.rows()).isEqualTo(20);
    assertThat(rows.perTransaction().max()).isEqualTo(3);
    assertThat(rows.keylessTables()).isEmpty();
    assertThat(rows.unknownTables()).isEmpty();
  }

  @Test
  void itIsFoundAmongMoreRowsThanAreKept() throws IOException {
    Rows rows = rows(log(150_000));
    assertThat(rows.hot().getFirst().key()).hasValue(7);
    assertThat(rows.hot().getFirst().transactions()).isEqualTo(75_000);
    assertThat(rows.hot()).hasSize(1);
  }

  @Test
  void tablesWithoutKeys() throws IOException {
    Rows rows =
        rows(
            LogBytes.of("8.0.15")
                .anonymous(0, 1)
                .query("a", "BEGIN")
                .fullTable(70, "a", "bare", false)
                .rowsOf(30, 70, 1, 2)
                .xid()
                .anonymous(1, 2)
                .query("a", "BEGIN")
                .announced(71, "a", "silent", new byte[] {3, 3}, new byte[0], new byte[0])
                .rowsOf(30, 71, 1, 2)
                .xid());
    assertThat(rows.keyless()).isEqualTo(1);
    assertThat(rows.keylessTables()).containsExactly("a.bare");
    assertThat(rows.unknown()).isEqualTo(1);
    assertThat(rows.unknownTables()).containsExactly("a.silent");
    assertThat(rows.hot()).isEmpty();
  }

  @Test
  void nothingIsSaidOfRowsIfTheyAreNotLookedInto() throws IOException {
    assertThat(BinlogAnalyzer.analyze(List.of(log(4).into(folder.resolve("log"))), true).rows())
        .isEmpty();
  }
}
