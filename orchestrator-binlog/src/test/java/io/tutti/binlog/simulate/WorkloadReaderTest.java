package io.tutti.binlog.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.binlog.file.BinlogException;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.fixtures.LogBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken out of logs. */
class WorkloadReaderTest {
  @TempDir private Path folder;

  private static LogBytes log() {
    LogBytes log = LogBytes.of("8.0.15");
    for (int i = 1; i <= 3; i++) {
      log.anonymous(i - 1L, i).query("a", "BEGIN").fullTable(70, "a", "t", true);
      log.rowsOf(30, 70, i, 0, i + 100, 0).xid();
    }
    return log;
  }

  private static Workload read(int most, Path... files) throws IOException {
    return WorkloadReader.read(List.of(files), TableKeys.unknown(), most);
  }

  @Test
  void theNumbersOfEachLogBeginAgain() throws IOException {
    Workload read =
        read(
            100,
            log().rotate("log.2").into(folder.resolve("log.1")),
            log().into(folder.resolve("log.2")));
    assertThat(read.count()).isEqualTo(6);
    assertThat(read.isClocked()).isTrue();
    assertThat(read.isMariaDb()).isFalse();
    assertThat(read.rows()).isEqualTo(12);
    assertThat(read.all()).extracting(Work::log).containsExactly(0, 0, 0, 1, 1, 1);
    // By rows, the third does not wait for the second.
    assertThat(Parents.byLog(read.all())).containsExactly(-1, 0, 1, 2, 3, 4);
    assertThat(Parents.ofWriteSets(read, 25_000, false)).containsExactly(-1, 0, 0, 2, 3, 3);
  }

  @Test
  void noMoreThanAsked() throws IOException {
    Workload read = read(2, log().into(folder.resolve("log")));
    assertThat(read.count()).isEqualTo(2);
    assertThat(read.isCut()).isTrue();
    assertThat(read(3, folder.resolve("log")).isCut()).isFalse();
  }

  @Test
  void marksOfMariaDb() throws IOException {
    Path file =
        LogBytes.of("10.11.5-MariaDB-log")
            .gtidOfMariaDb(7, 1, 2 | 4 | 8 | 16, 77)
            .insert(70, "a", "t")
            .gtidOfMariaDb(3, 2, 1 | 32, 0)
            .query("a", "CREATE TABLE u (i INT)")
            .into(folder.resolve("log"));
    Workload read = read(100, file);
    assertThat(read.isMariaDb()).isTrue();
    assertThat(read.isClocked()).isFalse();
    assertThat(read.all())
        .extracting(Work::group)
        .containsExactly(
            new Work.Group(0, 77, false, true, true, true),
            new Work.Group(1, 0, true, false, false, false));
    assertThat(read.withUnknownKeys()).isEqualTo(1);
    assertThat(read.unknown()).containsExactly("a.t");
  }

  @Test
  void aFileThatEndsTooEarlyIsReadAsFarAsItCanBe() throws IOException {
    byte[] bytes = log().bytes();
    Path cut = LogBytes.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 5));
    Workload read = read(100, cut);
    assertThat(read.count()).isEqualTo(2);
    assertThat(read.unread()).singleElement().asString().contains("the file ends within an event");
    assertThatThrownBy(() -> read(100, folder.resolve("none"))).isInstanceOf(BinlogException.class);
  }
}
