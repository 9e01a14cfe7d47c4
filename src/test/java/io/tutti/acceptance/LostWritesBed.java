package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** A source that loses the end of its binlog, and what is reported of that. */
final class LostWritesBed extends Bed {
  private static final String TABLE = "d.t";

  private LostWritesBed(BedBuilder builder) {
    super(builder);
  }

  static LostWritesBed start(ServerRelease release, boolean byGtid) {
    return new LostWritesBed(Bed.of(release).byGtid(byGtid).about(1).watchedOnly());
  }

  JsonNode report() {
    return awaitReported("/crash/report").at("/replicas/0");
  }

  /** Rows 1 to 3 are kept, and what is said then is lost by the source. */
  void lose(List<String> lost) {
    SandboxServer source = source();
    source.execute(
        "CREATE DATABASE d",
        "CREATE TABLE d.t (id INT PRIMARY KEY, v VARCHAR(20))",
        "INSERT INTO d.t VALUES (1, 'kept'), (2, 'kept'), (3, 'kept')");
    Checksums.awaitEqual(source, replica(), TABLE);
    awaitKnown();

    Binlogs.OnDisk binlog = Binlogs.onDisk(source);
    source.execute(lost.toArray(String[]::new));
    Checksums.awaitEqual(source, replica(), TABLE);
    replica().stopReplication();
    source.killHard();
    binlog.loseTheRest();
    source.start();
  }

  static List<String> writes(int count) {
    List<String> writes = new ArrayList<>();
    if (count > 2) {
      writes.add("UPDATE d.t SET v = 'it''s lost' WHERE id = 2");
      writes.add("DELETE FROM d.t WHERE id = 3");
    }
    IntStream.range(writes.size(), count)
        .forEach(i -> writes.add("INSERT INTO d.t VALUES (%d, 'lost')".formatted(100 + i)));
    return writes;
  }

  static void assertReportedAndReplayable(ServerRelease release, boolean byGtid, int lost) {
    try (LostWritesBed bed = start(release, byGtid)) {
      bed.lose(writes(lost));

      JsonNode reported = bed.report();
      assertThat(reported.at("/transactions")).as("%s", reported).hasSize(lost);
      assertThat(reported.at("/more").asInt()).isZero();
      if (lost > 2) {
        JsonNode update = reported.at("/transactions/0/changes/0");
        assertThat(update.at("/kind").asString()).isEqualTo("UPDATE");
        assertThat(update.at("/before/1/literal").asString()).isEqualTo("'kept'");
        assertThat(update.at("/after/1/literal").asString()).isEqualTo("'it''s lost'");
      }
      CommandResult shown =
          bed.controller().tutti("crash", "report", bed.source().address().toString());
      assertThat(shown.output())
          .contains(
              lost == 0
                  ? "has no transaction that this server lacks"
                  : "has %d that".formatted(lost));
      bed.replay();
    }
  }

  /** The rows of what is in no binlog may be there or not: they are taken away first. */
  private void replay() {
    SandboxServer source = source();
    source.execute(
        "SET SESSION sql_log_bin=0",
        "DELETE FROM d.t",
        "INSERT INTO d.t VALUES (1, 'kept'), (2, 'kept'), (3, 'kept')");
    CommandResult sql = controller().tutti("crash", "report", source.address().toString(), "--sql");
    assertThat(sql.exitCode()).as("%s", sql.errors()).isZero();
    String text =
        sql.output()
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"));
    source.execute(
        Arrays.stream(text.split(";\n"))
            .map(String::strip)
            .map(statement ->
                statement.endsWith(";")
                    ? statement.substring(0, statement.length() - 1)
                    : statement)
            .filter(statement -> !statement.isEmpty())
            .toArray(String[]::new));
    assertThat(Checksums.of(source, TABLE)).isEqualTo(Checksums.of(replica(), TABLE));
  }
}
