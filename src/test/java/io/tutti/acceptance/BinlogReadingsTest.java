package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** The controller reads the binlogs of servers that it watches, with its own account. */
class BinlogReadingsTest {
  private static final int ROWS = 40;

  private static JsonNode ended(Bed bed, String path, Answer begun) {
    assertThat(begun.status()).as("%s", begun).isEqualTo(202);
    String one = path + "/" + begun.body().path("id").asString();
    await()
        .until(() -> !bed.controller().get(one).body().path("state").asString().equals("RUNNING"));
    JsonNode ended = bed.controller().get(one).body();
    assertThat(ended.path("state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
    return ended;
  }

  private static String asked(Bed bed, Path log, String more) {
    return "{\"instance\":\"%s\",\"from\":\"%s\",\"bytesPerSecond\":50000000%s}"
        .formatted(bed.address(bed.source()), log.getFileName(), more);
  }

  private static BinlogReport ofFile(Path log) throws IOException {
    return BinlogAnalyzer.analyze(List.of(log), true);
  }

  private static List<String> audited(Bed bed, String action) {
    return bed.controller()
        .get("/audit?limit=200")
        .body()
        .path("items")
        .valueStream()
        .filter(each -> each.path("action").asString().equals(action))
        .map(each -> each.path("outcome").asString() + " " + each.path("reason").asString())
        .toList();
  }

  @ParameterizedTest
  @Releases({MYSQL_5_7_22, MARIADB_10_11_5})
  void whatIsReadIsWhatTheFilesSay(ServerRelease release) throws IOException {
    try (Bed bed = Bed.of(release).options("binlog_format=ROW").start()) {
      bed.createTable();
      bed.source().execute("FLUSH LOGS");
      Path log = Binlogs.newest(bed.source());
      bed.write(ROWS);
      bed.awaitKnown();
      BinlogReport file = ofFile(log);

      JsonNode reading =
          ended(
              bed,
              "/binlog-analyses",
              bed.controller().post("/binlog-analyses", asked(bed, log, ",\"verify\":true")));

      JsonNode analysis = reading.path("analysis");
      assertThat(analysis.path("complete").asBoolean()).isTrue();
      assertThat(analysis.path("transactions").asLong())
          .isEqualTo(file.totals().transactions())
          .isEqualTo(ROWS);
      assertThat(analysis.path("bytes").asLong()).isEqualTo(file.totals().bytes());
      file.clock()
          .ifPresent(clock -> assertThat(analysis.path("amil").asDouble()).isEqualTo(clock.amil()));
      file.groups()
          .ifPresent(groups ->
              assertThat(analysis.at("/groupCommits/sum").asLong()).isEqualTo(groups.sum()));
      assertThat(reading.at("/progress/transactions").asLong()).isEqualTo(ROWS);
      assertThat(audited(bed, "binlog.analysis"))
          .anyMatch(each -> each.startsWith("DONE Began to read the binlogs of "))
          .anyMatch(each -> each.matches("DONE Read \\d+ bytes\\."));

      theCommandPrintsTheSame(bed, log, analysis);
      otherSettingsArePredicted(bed, log);
    }
  }

  private static void theCommandPrintsTheSame(Bed bed, Path log, JsonNode analysis) {
    String source = bed.address(bed.source()).toString();
    String from = log.getFileName().toString();
    CommandResult json =
        bed.controller().tutti("binlog", "analyze", source, "--from", from, "--json");
    assertThat(json.exitCode()).as("%s", json).isZero();
    assertThat(json.output().strip()).isEqualTo(analysis.toString());
    assertThat(json.errors()).contains("The controller reads the binlogs of " + source);
    CommandResult page = bed.controller().tutti("binlog", "analyze", source, "--from", from);
    assertThat(page.output())
        .contains(ROWS + " transactions in ", "Parallelism", "d.t", "What runs alone");
    CommandResult list = bed.controller().tutti("binlog", "list");
    assertThat(list.output()).contains("analysis", "succeeded", source);
    String id =
        bed.controller()
            .tutti("binlog", "list", "-o", "name")
            .output()
            .lines()
            .findFirst()
            .orElseThrow();
    assertThat(bed.controller().tutti("binlog", "show", id).output()).isEqualTo(page.output());
  }

  private static void otherSettingsArePredicted(Bed bed, Path log) {
    JsonNode reading =
        ended(
            bed,
            "/simulations",
            bed.controller()
                .post(
                    "/simulations",
                    asked(
                        bed,
                        log,
                        ",\"workers\":[0,4],\"commitMicros\":2000.0,\"transactions\":1000")));
    JsonNode simulation = reading.path("simulation");
    assertThat(simulation.path("transactions").asLong()).isEqualTo(ROWS);
    assertThat(simulation.path("predictions").size()).isPositive();
    assertThat(simulation.at("/facts/commitMicros").asDouble()).isEqualTo(2000);
    CommandResult page =
        bed.controller()
            .tutti(
                "binlog",
                "simulate",
                bed.address(bed.source()).toString(),
                "--from",
                log.getFileName().toString(),
                "--workers",
                "0,4");
    assertThat(page.output()).contains(ROWS + " transactions", "Speed-up by workers");
  }

  @Test
  void asItsPageShows() {
    try (Bed bed = Bed.of(MYSQL_5_7_22).options("binlog_format=ROW").start()) {
      bed.createTable();
      bed.write(ROWS);
      bed.awaitKnown();
      List<PageRequest> requests =
          PageRequest.of("binlog.md", "Over REST").stream()
              .map(each -> each.with("127.0.0.1:10301", bed.address(bed.source())))
              .toList();

      Answer begun = requests.getFirst().send(bed.controller());
      requests.getFirst().assertAnswered(begun);
      JsonNode reading = ended(bed, "/binlog-analyses", begun);
      assertThat(reading.at("/analysis/rows/rows").asLong()).isPositive();
      requests.getLast().assertAnswered(requests.getLast().send(bed.controller()));

      PageExamples.of("binlog.md", "By the controller")
          .assertPrintedBy(bed.controller(), bed.source().address());
      String events =
          bed.controller().stream(
              "/binlog-analyses/%s/events".formatted(reading.path("id").asString()));
      assertThat(events).contains("event:reading", "\"state\":\"SUCCEEDED\"");
      assertThat(events).doesNotContain("\"analysis\"");
    }
  }

  @Test
  void onlyWhatIsWatchedIsReadAndOnlyOnceAtATime() {
    try (Bed bed = Bed.of(MYSQL_5_7_22).options("binlog_format=ROW").start()) {
      bed.createTable();
      bed.write(ROWS);
      bed.awaitKnown();
      Path log = Binlogs.newest(bed.source());
      RunningController controller = bed.controller();

      Answer stranger = controller.post("/binlog-analyses", "{\"instance\":\"127.0.0.1:1\"}");
      assertThat(stranger.status()).isEqualTo(404);
      assertThat(stranger.text("/code")).isEqualTo("UNKNOWN_INSTANCE");
      assertThat(
              controller
                  .post("/binlog-analyses", asked(bed, log, ",\"limitBytes\":99999999999"))
                  .text("/code"))
          .isEqualTo("INVALID_REQUEST");
      String viewer =
          controller.post("/tokens", "{\"name\":\"eve\",\"role\":\"VIEWER\"}").text("/token");
      assertThat(controller.postAs(viewer, "/binlog-analyses", asked(bed, log, "")).status())
          .isEqualTo(403);

      slowOne(bed, log);
      purged(bed, log);
    }
  }

  /** 20 bytes a second: it does not end by itself while somebody looks. */
  private static void slowOne(Bed bed, Path log) {
    RunningController controller = bed.controller();
    String slow =
        "{\"instance\":\"%s\",\"from\":\"%s\",\"bytesPerSecond\":20}"
            .formatted(bed.address(bed.source()), log.getFileName());
    Answer begun = controller.post("/binlog-analyses", slow, "Idempotency-Key", "once");
    String id = begun.text("/id");
    assertThat(controller.post("/binlog-analyses", slow, "Idempotency-Key", "once").text("/id"))
        .isEqualTo(id);
    assertThat(
            controller
                .post("/binlog-analyses", asked(bed, log, ""), "Idempotency-Key", "once")
                .text("/code"))
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    Answer second = controller.post("/simulations", asked(bed, log, ""));
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.text("/code")).isEqualTo("TOO_MANY_READINGS");
    assertThat(second.text("/observed")).contains(id);

    CommandResult cancelled = controller.tutti("binlog", "cancel", id);
    assertThat(cancelled.exitCode()).as("%s", cancelled).isZero();
    await()
        .until(() -> controller.get("/binlog-analyses/" + id).text("/state").equals("CANCELLED"));
    await()
        .until(() ->
            bed.source().query("SHOW PROCESSLIST").stream()
                .noneMatch(each ->
                    each.firstText("Command").equals("Binlog Dump")
                        && each.firstText("User").equals("watcher")));
    assertThat(audited(bed, "binlog.analysis")).anyMatch(each -> each.contains("to stop"));
    CommandResult shown = controller.tutti("binlog", "show", id);
    assertThat(shown.exitCode()).isEqualTo(1);
    assertThat(shown.errors()).contains("was cancelled");
  }

  private static void purged(Bed bed, Path log) {
    bed.source().execute("FLUSH LOGS");
    bed.source()
        .execute("PURGE BINARY LOGS TO '%s'".formatted(Binlogs.newest(bed.source()).getFileName()));
    CommandResult gone =
        bed.controller()
            .tutti(
                "binlog",
                "analyze",
                bed.address(bed.source()).toString(),
                "--from",
                log.getFileName().toString());
    assertThat(gone.exitCode()).isEqualTo(1);
    assertThat(gone.errors()).contains("BINLOG_PURGED", "not any more");
    assertThat(audited(bed, "binlog.analysis")).anyMatch(each -> each.startsWith("FAILED"));
  }
}
