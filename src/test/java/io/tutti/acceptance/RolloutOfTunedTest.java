package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rollouts in which each replica gets what was found for it, or what is advised. */
@Matrix
class RolloutOfTunedTest {
  private static final Duration END_MAX = Duration.ofMinutes(4);
  private static final String[] TABLES = {
    "load_a.writes", "load_b.writes", "load_c.writes", "load_d.writes"
  };

  /** Of which a search never tries so many: whatever it keeps is another number. */
  private static final String OTHER = "3";

  @TempDir private Path folder;

  private static String value(SandboxServer server, String name) {
    return server.queryValue("SELECT @@global." + name).orElseThrow();
  }

  private static SortedMap<String, String> values(SandboxServer server, Iterable<String> names) {
    SortedMap<String, String> values = new TreeMap<>();
    names.forEach(name -> values.put(name, value(server, name)));
    return values;
  }

  private CommandResult create(Bed bed, String settings, String... more) throws IOException {
    String text =
        """
        name: found
        targets: { roles: [replica] }
        settings: %s
        waves: [ { count: 1 }, { percent: 100 } ]
        soak: PT2S
        approval: none
        gates: { check: [applier-errors, restarts] }
        """
            .formatted(settings);
    Path file = Files.writeString(folder.resolve("found.yaml"), text);
    String[] words = new String[4 + more.length];
    System.arraycopy(new String[] {"rollout", "create", "-f", file.toString()}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    CommandResult created = bed.controller().tutti(words);
    assertThat(created.exitCode()).as("%s", created).isZero();
    return created;
  }

  private String begun(Bed bed, String settings) throws IOException {
    return JsonMapper.shared()
        .readTree(create(bed, settings, "--json").output())
        .at("/id")
        .asString();
  }

  private static JsonNode ended(Bed bed, String id, String state) {
    await()
        .atMost(END_MAX)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() ->
            assertThat(bed.controller().get("/rollouts/" + id).body().at("/state").asString())
                .as("%s", bed.controller().get("/rollouts/" + id).body())
                .isEqualTo(state));
    return bed.controller().get("/rollouts/" + id).body();
  }

  private static void undo(Bed bed, String id) {
    CommandResult undone = bed.controller().tutti("rollout", "undo", id);
    assertThat(undone.exitCode()).as("%s", undone).isZero();
    ended(bed, id, "UNDONE");
  }

  private static String printed(Bed bed, String... words) {
    CommandResult printed = bed.controller().tutti(words);
    assertThat(printed.exitCode()).as("%s", printed).isZero();
    return printed.output();
  }

  private static void assertAllApply(Bed bed, WriteLoad load, String... tables) {
    assertThat(load.stop().committed()).isPositive();
    for (int node = 2; node <= 4; node++) {
      SandboxServer replica = bed.server(node);
      assertThat(replica.replication())
          .singleElement()
          .satisfies(channel -> assertThat(channel.isRunning()).as("%s", channel).isTrue());
      Checksums.awaitEqual(bed.source(), replica, tables);
    }
  }

  private static JsonNode measured(Bed bed, SandboxServer replica) {
    CommandResult run =
        bed.controller()
            .tutti(
                "tune",
                "run",
                bed.address(replica).toString(),
                "--budget",
                "5m",
                "--hold-back",
                "3s",
                "--transactions",
                "400",
                "--max-workers",
                "8",
                "--yes");
    assertThat(run.exitCode()).as("%s", run).isZero();
    JsonNode tuning = bed.controller().get("/tunings").body().at("/items/0");
    assertThat(tuning.at("/kept/settings").size()).as("%s", tuning).isPositive();
    return tuning;
  }

  /** As a SELECT of the variable shows it. */
  private static String asRead(JsonNode value) {
    return switch (value.asString()) {
      case "ON" -> "1";
      case "OFF" -> "0";
      default -> value.asString();
    };
  }

  /** What the advice sets on the replica itself. */
  private static SortedMap<String, String> advised(Bed bed, SandboxServer replica) {
    String request = "{\"instance\":\"%s\"}".formatted(bed.address(replica));
    // A busy server may not answer in time once.
    Answer advice =
        await()
            .atMost(END_MAX)
            .until(
                () -> bed.controller().post("/tuning-advice", request),
                answer -> answer.status() == 200);
    SortedMap<String, String> settings = new TreeMap<>();
    for (JsonNode step : advice.body().at("/steps")) {
      if (step.at("/instance").asString().equals(bed.address(replica).toString())) {
        step.at("/settings")
            .forEach(
                each -> settings.put(each.at("/name").asString(), asRead(each.at("/advised"))));
      }
    }
    assertThat(settings).as("%s", advice.body()).isNotEmpty();
    return settings;
  }

  /**
   * One was measured, one got advice, and nobody has looked at the third. Clients write together,
   * so that workers are advised.
   */
  @Test
  void eachReplicaGetsWhatWasFoundForIt() throws IOException {
    try (Bed bed =
            Bed.of(ServerRelease.MYSQL_8_0_15)
                .topology("1>2,1>3,1>4")
                .options(1, "binlog_group_commit_sync_delay=2000")
                .operationMax(END_MAX)
                .start();
        WriteLoad load = WriteLoad.start(bed.source(), 150);
        WriteLoad second = WriteLoad.start(bed.source(), 150, "load_c");
        WriteLoad third = WriteLoad.start(bed.source(), 150, "load_d")) {
      bed.awaitKnown();
      JsonNode tuning = measured(bed, bed.server(2));
      SortedMap<String, String> kept = new TreeMap<>();
      tuning
          .at("/kept/settings")
          .propertyStream()
          .forEach(each ->
              kept.put(each.getKey().replaceFirst("^replica_", "slave_"), asRead(each.getValue())));
      bed.server(2).execute("SET GLOBAL slave_parallel_workers = " + OTHER);
      SortedMap<String, String> advised = advised(bed, bed.server(3));
      SortedMap<String, String> before2 = values(bed.server(2), kept.keySet());
      SortedMap<String, String> before3 = values(bed.server(3), advised.keySet());
      String before4 = value(bed.server(4), "slave_parallel_workers");
      String measured = "measured on it at";
      String byOperation = "by the operation " + tuning.at("/id").asString();
      String predicted = "predicted at";
      String nobody =
          bed.address(bed.server(4))
              + " gets nothing: it was never tuned, nor was advice asked for.";

      String dry = create(bed, "auto", "--dry-run").output();
      assertThat(dry).contains(measured, byOperation, predicted, nobody, "Nothing was changed.");
      String id = begun(bed, "auto");
      JsonNode rollout = ended(bed, id, "KEPT");

      assertThat(values(bed.server(2), kept.keySet())).as("%s", rollout).isEqualTo(kept);
      assertThat(values(bed.server(3), advised.keySet())).as("%s", rollout).isEqualTo(advised);
      assertThat(value(bed.server(4), "slave_parallel_workers")).isEqualTo(before4);
      assertSaid(bed, id, measured, byOperation, predicted);
      assertThat(printed(bed, "rollout", "report", id)).contains(nobody);

      undo(bed, id);
      assertThat(values(bed.server(2), kept.keySet())).isEqualTo(before2);
      assertThat(values(bed.server(3), advised.keySet())).isEqualTo(before3);
      second.stop();
      third.stop();
      assertAllApply(bed, load, TABLES);
    }
  }

  /** By the list of its servers, and by both forms of its report. */
  private void assertSaid(Bed bed, String id, String... why) throws IOException {
    assertThat(printed(bed, "rollout", "show", id)).contains(why);
    assertThat(printed(bed, "rollout", "report", id)).contains(why);
    Path html = folder.resolve("report.html");
    printed(bed, "rollout", "report", id, "--html", html.toString());
    assertThat(Files.readString(html)).contains(why);
  }

  /** Two have workers that share one schema; the third one has none, so nothing is advised. */
  @Test
  void eachReplicaGetsWhatIsAdvised() throws IOException {
    String type = "slave_parallel_type";
    try (Bed bed =
            Bed.of(ServerRelease.MYSQL_5_7_22)
                .topology("1>2,1>3,1>4")
                .options("performance_schema=ON")
                .options(2, "slave_parallel_workers=4")
                .options(3, "slave_parallel_workers=4")
                .operationMax(END_MAX)
                .start();
        WriteLoad load = WriteLoad.start(bed.source(), 100, "load_a")) {
      bed.awaitKnown();
      for (int node = 2; node <= 3; node++) {
        String path = bed.path(bed.server(node), "/parallelism/advice");
        await()
            .atMost(END_MAX)
            .untilAsserted(() ->
                assertThat(bed.controller().get(path).body().toString())
                    .contains("WORKERS_SHARE_ONE_SCHEMA"));
      }
      String why = "WORKERS_SHARE_ONE_SCHEMA: ";
      String nothing = bed.address(bed.server(4)) + " gets nothing: no rule advises a setting.";

      String dry = create(bed, "advised", "--dry-run").output();
      assertThat(dry).contains(type, why, nothing, "Nothing was changed.");
      String id = begun(bed, "advised");
      JsonNode rollout = ended(bed, id, "KEPT");

      assertThat(value(bed.server(2), type)).as("%s", rollout).isEqualTo("LOGICAL_CLOCK");
      assertThat(value(bed.server(3), type)).as("%s", rollout).isEqualTo("LOGICAL_CLOCK");
      assertThat(value(bed.server(4), type)).isEqualTo("DATABASE");
      assertThat(printed(bed, "rollout", "report", id))
          .contains(type + "=LOGICAL_CLOCK", why, nothing);

      undo(bed, id);
      for (int node = 2; node <= 4; node++) {
        assertThat(value(bed.server(node), type)).isEqualTo("DATABASE");
        assertThat(value(bed.server(node), "slave_parallel_workers"))
            .isEqualTo(node == 4 ? "0" : "4");
      }
      assertAllApply(bed, load, "load_a.writes");
    }
  }
}
