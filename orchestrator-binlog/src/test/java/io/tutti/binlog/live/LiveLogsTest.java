package io.tutti.binlog.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.file.BinlogTrouble;
import io.tutti.binlog.file.LogSourceException;
import io.tutti.binlog.fixtures.LogBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveLogsTest {
  private static final int LARGE = 17 << 20;

  @TempDir private Path folder;

  private static LogBytes log() {
    LogBytes packed = LogBytes.part().query("a", "BEGIN").insert(90, "a", "t").xid();
    return LogBytes.of("8.0.15", true, 0)
        .gtidOf57(1, 0, 1)
        .query("a", "BEGIN")
        .insert(70, "a", "t")
        .xid()
        .anonymous(1, 2)
        .payload(packed, packed.size());
  }

  private static Map<String, byte[]> logs() {
    Map<String, byte[]> logs = new LinkedHashMap<>();
    logs.put("binlog.000001", log().rotate("binlog.000002").bytes());
    logs.put(
        "binlog.000002",
        log()
            .anonymous(2, 3)
            .query("a", "BEGIN")
            .table(71, "a", "big")
            .rows(30, 71, LARGE)
            .xid()
            .stop()
            .bytes());
    return logs;
  }

  private static Wanted wanted(String from, long bytesMax, long rate, Duration atMost) {
    return new Wanted(
        Duration.ofHours(1),
        Place.parse(from),
        Optional.empty(),
        bytesMax,
        rate,
        Optional.of(10),
        atMost);
  }

  private static Wanted all(String from) {
    return wanted(from, Long.MAX_VALUE, 0, Duration.ofMinutes(1));
  }

  private static BinlogReport read(SendingServer server, Wanted wanted) throws IOException {
    try (LiveLogs logs = LiveLogs.open(server.address(), wanted, true)) {
      return BinlogAnalyzer.analyze(logs, Optional.empty());
    }
  }

  private BinlogReport ofFiles(Map<String, byte[]> logs) throws IOException {
    List<Path> files =
        logs.entrySet().stream()
            .map(log -> LogBytes.write(folder.resolve(log.getKey()), log.getValue()))
            .toList();
    return BinlogAnalyzer.analyze(files, true);
  }

  @Test
  void whatIsSentIsAnalyzedAsTheFilesAre() throws IOException {
    try (SendingServer server = new SendingServer("8.0.15", logs())) {
      BinlogReport sent = read(server, all("binlog.000001"));
      BinlogReport files = ofFiles(logs());

      assertThat(sent.troubles()).isEmpty();
      assertThat(sent.totals()).isEqualTo(files.totals());
      assertThat(sent.totals().transactions()).isEqualTo(7);
      assertThat(sent.clock()).isEqualTo(files.clock());
      assertThat(sent.curve()).isEqualTo(files.curve());
      assertThat(sent.files()).hasSize(2);
      assertThat(sent.files().getLast().bytesRead()).isEqualTo(files.files().getLast().bytesRead());
      assertThat(sent.biggest().getFirst().offset()).isEqualTo(files.biggest().getFirst().offset());
    }
  }

  @Test
  void beginsAtAPlaceOrByTime() throws IOException {
    byte[] first = Objects.requireNonNull(logs().get("binlog.000001"));
    List<Integer> begins = log().begins();
    int second = begins.get(begins.size() - 2);
    try (SendingServer server = new SendingServer("8.0.15", logs())) {
      BinlogReport sent = read(server, all("binlog.000001:" + second));
      assertThat(sent.troubles()).isEmpty();
      assertThat(sent.totals().transactions()).isEqualTo(5);
      assertThat(sent.files().getFirst().bytesRead()).isEqualTo(first.length - second);
      Wanted lastHour =
          new Wanted(
              Duration.ofHours(1),
              Optional.empty(),
              Optional.empty(),
              Long.MAX_VALUE,
              0,
              Optional.empty(),
              Duration.ofMinutes(1));
      assertThat(read(server, lastHour).totals().transactions()).isPositive();
    }
  }

  @Test
  void endsWithWhatIsAllowedAndIsNotSentMore() throws IOException {
    try (SendingServer server = new SendingServer("8.0.15", logs())) {
      BinlogReport sent = read(server, wanted("binlog.000001", 1, 0, Duration.ofMinutes(1)));
      assertThat(sent.troubles()).isEmpty();
      assertThat(sent.totals().transactions()).isLessThan(7);
      assertThat(server.statements()).contains("KILL 77");
      BinlogReport late = read(server, wanted("binlog.000001", 1L << 40, 0, Duration.ZERO));
      assertThat(late.troubles())
          .extracting(BinlogTrouble::kind)
          .containsExactly(BinlogTrouble.Kind.LATE);
    }
  }

  /** As all say of a log that they do not have, and MariaDB of one whose file is gone. */
  @ParameterizedTest
  @ValueSource(ints = {1236, 29})
  void aLogThatIsPurgedMeanwhileEndsWithATrouble(int error) throws IOException {
    try (SendingServer server = new SendingServer("8.0.15", logs())) {
      server.refuse(error);
      BinlogReport sent =
          read(
              server,
              new Wanted(
                  Duration.ofHours(1),
                  Place.parse("binlog.000001"),
                  Place.parse("binlog.000002:999999999"),
                  Long.MAX_VALUE,
                  0,
                  Optional.empty(),
                  Duration.ofMinutes(1)));
      assertThat(sent.totals().transactions()).isEqualTo(7);
      assertThat(sent.troubles())
          .extracting(BinlogTrouble::kind)
          .containsExactly(BinlogTrouble.Kind.PURGED);
      server.refuse(1227);
      assertThat(read(server, all("binlog.000001")).totals().transactions()).isEqualTo(7);
      assertThatThrownBy(() -> read(server, all("binlog.000009")))
          .isInstanceOf(LogSourceException.class)
          .hasMessageContaining("it has binlog.000001 to binlog.000002");
    }
  }

  @Test
  void isReadAtTheRateThatIsAllowed() throws IOException {
    byte[] log = log().bytes();
    try (SendingServer server = new SendingServer("8.0.15", Map.of("binlog.000001", log))) {
      long begin = System.nanoTime();
      int bytes = log.length;
      read(server, wanted("binlog.000001", 1L << 40, bytes, Duration.ofMinutes(1)));
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isBetween(Duration.ofMillis(700), Duration.ofSeconds(30));
    }
  }
}
