package io.tutti.binlog.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tutti.binlog.analysis.BinlogReport.Barriers;
import io.tutti.binlog.analysis.BinlogReport.Large;
import io.tutti.binlog.analysis.BinlogReport.Share;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.fixtures.LogBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted of complete files. */
class BinlogAnalyzerTest {
  @TempDir private Path folder;
  private int files;

  private Path write(LogBytes log) {
    return log.into(folder.resolve("log." + ++files));
  }

  private static BinlogReport analyze(Path... files) throws IOException {
    return BinlogAnalyzer.analyze(List.of(files), true);
  }

  @Test
  void theNumbersOfTransactionsStartAgainInEachFile() throws IOException {
    LogBytes first = LogBytes.of("5.7.22-log");
    LogBytes second = LogBytes.of("5.7.22-log");
    for (int i = 1; i <= 4; i++) {
      first.anonymous(0, i).insert(70, "a", "t");
      second.anonymous(i - 1L, i).insert(70, "a", "t");
    }
    BinlogReport report = analyze(write(first.rotate("log.2")), write(second.stop()));
    // 1 + 2 + 3 + 4 and four times 1.
    assertThat(report.clock()).contains(new BinlogReport.Clock(8, 14, 34, 5));
    assertThat(report.troubles()).isEmpty();
    assertThat(report.files())
        .extracting(BinlogReport.LogFile::transactions)
        .containsExactly(4L, 4L);
  }

  @Test
  void groupCommitsOfMariaDb() throws IOException {
    LogBytes log = LogBytes.of("10.11.5-MariaDB-log");
    int number = 0;
    for (int group = 1; group <= 3; group++) {
      for (int i = 0; i < group; i++) {
        int flags = 4 | 8 | (group == 1 ? 0 : 2) | (i == 1 ? 16 : 0);
        log.gtidOfMariaDb(group % 2, ++number, flags, group).insert(70, "a", "t");
      }
    }
    log.gtidOfMariaDb(0, ++number, 1 | 32, 0).query("a", "DROP TABLE t");
    BinlogReport report = analyze(write(log));
    assertThat(report.groups())
        .hasValueSatisfying(groups -> {
          assertThat(groups.count()).isEqualTo(4);
          assertThat(groups.sum()).isEqualTo(7);
          assertThat(groups.max()).isEqualTo(3);
        });
    assertThat(report.domains()).extracting(Share::name).containsExactly("1", "0");
    Barriers barriers = report.barriers();
    assertThat(barriers.ddl()).isEqualTo(1);
    assertThat(barriers.notParallel()).isEqualTo(1);
    assertThat(barriers.notTransactional()).isEqualTo(1);
    assertThat(barriers.waited()).isEqualTo(2);
    assertThat(barriers.statements().getFirst().verb()).isEqualTo("DROP TABLE");
    assertThat(report.clock()).isEmpty();
  }

  @Test
  void sharesOfTablesAndSchemas() throws IOException {
    LogBytes log =
        LogBytes.of("5.7.22-log")
            .anonymous(0, 1)
            .query("a", "BEGIN")
            .table(70, "a", "t")
            .rows(30, 70, 100)
            .table(71, "b", "t")
            .rows(31, 71, 1_000)
            .xid()
            .anonymous(1, 2)
            .insert(70, "a", "t")
            .anonymous(2, 3)
            .query("c", "BEGIN")
            .query("c", "UPDATE t SET i = 1")
            .query("c", "COMMIT");
    BinlogReport report = analyze(write(log));
    assertThat(report.tables())
        .extracting(Share::name, Share::transactions)
        .containsExactly(tuple("b.t", 1L), tuple("a.t", 2L), tuple("c (statements)", 1L));
    assertThat(report.schemas()).extracting(Share::name).containsExactly("b", "a", "c");
    assertThat(report.totals().acrossSchemas()).isEqualTo(1);
    assertThat(report.totals().statements()).isEqualTo(1);
  }

  @Test
  void whatMayRunBesideTheBiggest() throws IOException {
    LogBytes log = LogBytes.of("5.7.22-log");
    log.anonymous(0, 1).query("a", "BEGIN").table(70, "a", "t").rows(30, 70, 5_000).xid();
    log.anonymous(0, 2).insert(70, "a", "t");
    log.anonymous(0, 3).insert(70, "a", "t");
    log.anonymous(1, 4).insert(70, "a", "t");
    log.anonymous(0, 5).insert(70, "a", "t");
    Large biggest = analyze(write(log)).biggest().getFirst();
    assertThat(biggest.tables()).containsExactly("a.t");
    assertThat(biggest.beside()).contains(2L);
  }

  @Test
  void aBrokenFileDoesNotHideTheNextOne() throws IOException {
    LogBytes first = LogBytes.of("5.7.22-log").anonymous(0, 1).insert(70, "a", "t");
    int end = first.size();
    first.anonymous(1, 2).query("a", "BEGIN");
    byte[] cut = Arrays.copyOf(first.bytes(), first.size() - 3);
    Path broken = LogBytes.write(folder.resolve("broken"), cut);
    Path complete = write(LogBytes.of("5.7.22-log").anonymous(0, 1).insert(70, "a", "t"));
    BinlogReport report = analyze(broken, folder.resolve("none"), complete);
    assertThat(report.totals().transactions()).isEqualTo(2);
    assertThat(report.totals().unfinished()).isEqualTo(1);
    assertThat(report.troubles())
        .extracting(BinlogTrouble::kind)
        .containsExactly(BinlogTrouble.Kind.TRUNCATED, BinlogTrouble.Kind.UNREADABLE);
    assertThat(report.files().getFirst().bytesRead()).isGreaterThan(end).isLessThan(cut.length);
  }
}
