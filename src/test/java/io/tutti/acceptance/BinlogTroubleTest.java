package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Binlogs that are gone, or are none, while they are analyzed: the message says which and why, and
 * what was read until then is shown.
 */
@Matrix
class BinlogTroubleTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Together more than sockets take before anybody reads. */
  private static final int LOGS = 5;

  private static final int ROWS_OF_EACH = 9;
  private static final int ROW_BYTES = 700_000;

  @TempDir private Path folder;

  private static Bed start(ServerRelease release) {
    Bed bed = Bed.of(release).operationMax(PATIENCE).start();
    bed.awaitKnown();
    return bed;
  }

  /** All of the logs that it wrote, the oldest first. */
  private static List<Path> written(SandboxServer source) {
    source.execute(
        "CREATE DATABASE d", "CREATE TABLE d.b (id INT AUTO_INCREMENT PRIMARY KEY, b LONGBLOB)");
    List<Path> logs = new ArrayList<>();
    for (int log = 0; log < LOGS; log++) {
      source.execute("FLUSH BINARY LOGS");
      for (int row = 0; row < ROWS_OF_EACH; row++) {
        source.execute("INSERT INTO d.b (b) VALUES (REPEAT('%d', %d))".formatted(log, ROW_BYTES));
      }
      logs.add(Binlogs.newest(source));
    }
    source.execute("FLUSH BINARY LOGS");
    return logs;
  }

  /** Reads slowly from the first of them on; the path of the reading, once it reads. */
  private static String slowly(Bed bed, List<Path> logs) {
    Answer begun =
        bed.controller()
            .post(
                "/binlog-analyses",
                "{\"instance\":\"%s\",\"from\":\"%s\",\"bytesPerSecond\":4000000}"
                    .formatted(bed.address(bed.source()), logs.getFirst().getFileName()));
    assertThat(begun.status()).as("%s", begun).isEqualTo(202);
    String path = "/binlog-analyses/" + begun.text("/id");
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> bed.controller().get(path).body().at("/progress/bytes").asLong() > 0);
    return path;
  }

  private static JsonNode ended(Bed bed, String path) {
    await()
        .atMost(PATIENCE)
        .until(() -> !bed.controller().get(path).text("/state").equals("RUNNING"));
    return bed.controller().get(path).body();
  }

  /** A server keeps the logs that it is sending: all is read. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void whatIsPurgedMeanwhileIsReadOrNamed(ServerRelease release) {
    try (Bed bed = start(release)) {
      List<Path> logs = written(bed.source());
      String path = slowly(bed, logs);

      bed.source()
          .execute(
              "PURGE BINARY LOGS TO '%s'".formatted(Binlogs.newest(bed.source()).getFileName()));
      JsonNode reading = ended(bed, path);

      assertThat(reading.at("/state").asString()).as("%s", reading).isEqualTo("SUCCEEDED");
      JsonNode analysis = reading.at("/analysis");
      long all = (long) LOGS * ROWS_OF_EACH;
      if (analysis.at("/complete").asBoolean()) {
        assertThat(analysis.at("/transactions").asLong()).isEqualTo(all);
      } else {
        assertThat(analysis.at("/troubles/0/code").asString()).isEqualTo("BINLOG_PURGED");
        assertThat(analysis.at("/transactions").asLong()).isBetween(1L, all - 1);
      }
      System.out.printf(
          "%s: complete %s, %s of %d transactions%n",
          release, analysis.at("/complete"), analysis.at("/transactions"), all);
      assertReplicates(bed);
    }
  }

  /** Somebody removes files by hand, as people do where a disk is full. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void aLogThatIsRemovedMeanwhileIsNamed(ServerRelease release) throws IOException {
    try (Bed bed = start(release)) {
      List<Path> logs = written(bed.source());
      Checksums.awaitEqual(bed.source(), bed.replica(), "d.b");
      String path = slowly(bed, logs);

      Files.delete(logs.getLast());
      JsonNode reading = ended(bed, path);

      assertThat(reading.at("/state").asString()).as("%s", reading).isEqualTo("SUCCEEDED");
      JsonNode analysis = reading.at("/analysis");
      assertThat(analysis.at("/complete").asBoolean()).as("%s", analysis).isFalse();
      assertThat(analysis.at("/transactions").asLong())
          .as("what was read until then")
          .isEqualTo((long) (LOGS - 1) * ROWS_OF_EACH);
      JsonNode trouble = analysis.at("/troubles/0");
      System.out.println(release + ": " + trouble);
      assertThat(trouble.at("/code").asString()).as("%s", trouble).isEqualTo("BINLOG_PURGED");
      assertThat(trouble.toString()).contains(logs.getLast().getFileName().toString());
      CommandResult shown =
          bed.controller().tutti("binlog", "show", path.substring(path.lastIndexOf('/') + 1));
      assertThat(shown.exitCode()).as("%s", shown).isEqualTo(1);
      assertThat(shown.output())
          .contains(
              (LOGS - 1) * ROWS_OF_EACH + " transactions",
              release == ServerRelease.MARIADB_10_11_5 ? "(error 29)" : "1236");
      assertReplicates(bed);
    }
  }

  /** A reading is nobody's harm. */
  private static void assertReplicates(Bed bed) {
    bed.source().execute("INSERT INTO d.b (b) VALUES ('last')");
    Checksums.awaitEqual(bed.source(), bed.replica(), "d.b");
    assertThat(bed.replica().replication())
        .singleElement()
        .satisfies(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
  }

  /** Copies of real logs, as people have them on their own machines. */
  private List<Path> copies(SandboxServer source) throws IOException {
    List<Path> copies = new ArrayList<>();
    for (Path log : written(source)) {
      copies.add(Files.copy(log, folder.resolve(log.getFileName())));
    }
    return copies;
  }

  private static String[] analyze(List<Path> files) {
    return Stream.concat(Stream.of("binlog", "analyze"), files.stream().map(Path::toString))
        .toArray(String[]::new);
  }

  @Test
  void filesThatAreNoBinlogsOrCannotBeReadAreNamed() throws Exception {
    try (Bed bed = start(ServerRelease.MYSQL_8_0_15)) {
      List<Path> logs = copies(bed.source());
      Path text = Files.writeString(folder.resolve("my.cnf"), "[mysqld]\nlog_bin=binlog\n");
      Path empty = Files.writeString(folder.resolve("empty"), "");
      Path none = folder.resolve("none");
      Path closed = Files.copy(logs.getFirst(), folder.resolve("closed"));
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));

      assertRefused(bed, text, "it begins as no binlog does", "NOT_A_BINLOG", "name a binlog");
      assertRefused(bed, empty, "it is empty", "NOT_A_BINLOG", "name a binlog");
      assertRefused(bed, folder, "it is no file", "BINLOG_UNREADABLE", "check the name");
      assertRefused(bed, none, "there is no such file", "BINLOG_UNREADABLE", "check the name");
      assertRefused(
          bed, closed, "this user may not read it", "BINLOG_UNREADABLE", "whether this user may");
      // Those that can be read are read all the same.
      CommandResult both =
          asSomebody(bed, analyze(List.of(logs.get(0), text, none, closed, logs.get(1))));
      assertThat(both.exitCode()).isEqualTo(1);
      assertThat(both.output())
          .contains(
              2 * ROWS_OF_EACH + " transactions",
              "it begins as no binlog does",
              "there is no such file",
              "this user may not read it");
    }
  }

  private static void assertRefused(Bed bed, Path file, String... words) throws Exception {
    CommandResult refused = asSomebody(bed, "binlog", "analyze", file.toString());
    assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
    assertThat(refused.output()).isEmpty();
    assertThat(refused.errors()).contains(file.toString()).contains(words);
  }

  /** Without what lets root read whatever there is. */
  private static CommandResult asSomebody(Bed bed, String... words) throws Exception {
    ProcessBuilder command = bed.controller().command(words);
    if (System.getProperty("user.name").equals("root")) {
      List<String> lesser =
          new ArrayList<>(List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search"));
      lesser.addAll(command.command());
      command.command(lesser);
    }
    Path errors = Files.createTempFile("tutti-errors-", "");
    Process process = command.redirectError(errors.toFile()).start();
    String output = new String(process.getInputStream().readAllBytes());
    CommandResult result = new CommandResult(process.waitFor(), output, Files.readString(errors));
    Files.delete(errors);
    return result;
  }

  /** One of several is removed, and another one cut, while the first one is read. */
  @Test
  void filesThatVanishWhileTheyAreReadAreNamed() throws Exception {
    try (Bed bed = start(ServerRelease.MYSQL_8_0_15)) {
      List<Path> logs = copies(bed.source());
      Path errors = folder.resolve("errors");
      Process process =
          bed.controller().command(analyze(logs)).redirectError(errors.toFile()).start();
      awaitOpen(process, logs.getFirst());
      signal(process, "STOP");
      assertThat(isOpen(process, logs.get(2)) || isOpen(process, logs.getLast())).isFalse();
      Files.delete(logs.getFirst());
      Files.delete(logs.get(2));
      long half = Files.size(logs.getLast()) / 2;
      try (FileChannel file = FileChannel.open(logs.getLast(), StandardOpenOption.WRITE)) {
        file.truncate(half);
      }
      signal(process, "CONT");

      String output = new String(process.getInputStream().readAllBytes());

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(errors)).isEqualTo(1);
      System.out.println(output);
      assertThat(output)
          .as("the first one is open; half of the last one is there")
          .contains(3 * ROWS_OF_EACH + ROWS_OF_EACH / 2 + " transactions")
          .contains("there is no such file", "the file ends within");
    }
  }

  private static void awaitOpen(Process process, Path file) {
    while (process.isAlive() && !isOpen(process, file)) {
      Thread.onSpinWait();
    }
  }

  private static boolean isOpen(Process process, Path file) {
    try (Stream<Path> open = Files.list(Path.of("/proc", "" + process.pid(), "fd"))) {
      return open.anyMatch(each -> leadsTo(each, file));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private static boolean leadsTo(Path descriptor, Path file) {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (IOException e) {
      return false;
    }
  }

  private static void signal(Process process, String name) throws Exception {
    assertThat(
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start().waitFor())
        .isZero();
  }
}
