package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A rollout over three real replicas: a canary, then the others; and back. */
class RolloutTest {
  private static final Duration END_MAX = Duration.ofMinutes(3);

  @TempDir private Path folder;

  /** The smallest file, as the page has it. */
  private static String smallest() {
    return PageExamples.blocks("rollouts.md", "The smallest file").getFirst().text();
  }

  /** What the page says that checking it prints. */
  private static List<String> shown() {
    return PageExamples.blocks("rollouts.md", "Check it, look at it, begin it")
        .getFirst()
        .lines()
        .stream()
        .filter(line -> !line.startsWith("$ "))
        .toList();
  }

  private static List<String> workers(Bed bed) {
    return IntStream.rangeClosed(1, 4).mapToObj(node -> workers(bed.server(node))).toList();
  }

  private static String workers(SandboxServer server) {
    return server.queryValue("SELECT @@global.slave_parallel_workers").orElseThrow();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("rollout.yaml"), text);
  }

  private static JsonNode atEnd(Bed bed, String id) {
    await()
        .atMost(END_MAX)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> {
          JsonNode now = bed.controller().get("/rollouts/" + id).body();
          assertThat(now.at("/state").asString()).as("%s", now).isNotIn("ASKING", "PAUSED");
          return now.at("/atEnd").asBoolean();
        });
    return bed.controller().get("/rollouts/" + id).body();
  }

  private static CommandResult tutti(Bed bed, Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    return bed.controller().tutti(words);
  }

  @Test
  void theSmallestFileReachesTheCanaryThenTheOthersAndIsUndone() throws IOException {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_8_0_15).topology("1>2,1>3,1>4").start();
        WriteLoad load = WriteLoad.start(bed.source(), 100)) {
      bed.awaitKnown();
      PageExamples.of("schedules.md", "Schedules: list, pause, resume, run now")
          .assertPrintedBy(bed.controller());
      List<String> before = workers(bed);

      CommandResult dry = tutti(bed, "rollout", "create", "-f", file(smallest()), "--dry-run");
      assertThat(dry.exitCode()).as("%s", dry).isZero();
      CommandResult right = tutti(bed, "rollout", "validate", "-f", file(smallest()));
      PageExamples.assertLinesOf(shown(), right.output() + dry.output());
      assertThat(dry.output())
          .contains("Wave 1", "Wave 2", "slave_parallel_workers", "Nothing was changed.")
          .contains(bed.server(2).address().toString(), bed.server(4).address().toString())
          .doesNotContain(bed.source().address().toString());
      assertThat(workers(bed)).isEqualTo(before);
      assertThat(bed.controller().get("/rollouts").body().at("/items")).isEmpty();

      CommandResult created = tutti(bed, "rollout", "create", "-f", file(smallest()), "--json");
      assertThat(created.exitCode()).as("%s", created).isZero();
      String id = JsonMapper.shared().readTree(created.output()).at("/id").asString();
      CommandResult again = tutti(bed, "rollout", "validate", "-f", file(smallest()));
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.output()).contains("line 2: targets: ", "in the rollout " + id);

      JsonNode kept = atEnd(bed, id);

      assertThat(kept.at("/state").asString()).as("%s", kept).isEqualTo("KEPT");
      assertThat(workers(bed)).containsExactly(before.getFirst(), "8", "8", "8");
      assertThat(kept.at("/waves/0/replicas")).hasSize(1);
      assertThat(kept.at("/waves/1/replicas")).hasSize(2);
      assertInOrder(bed, kept);
      assertThat(tutti(bed, "rollout", "show", id).output()).contains("Wave 1: kept");
      assertThat(tutti(bed, "rollout", "list").output()).contains(id, "2/2", "3/3");
      assertReported(bed, id);

      assertThat(tutti(bed, "rollout", "undo", id).exitCode()).isZero();
      assertThat(atEnd(bed, id).at("/state").asString()).isEqualTo("UNDONE");
      assertThat(workers(bed)).isEqualTo(before);
      for (int node = 2; node <= 4; node++) {
        assertThat(bed.server(node).replication())
            .allMatch(channel ->
                channel.applierState().equals("Yes") && channel.receiverState().equals("Yes"));
      }
      assertThat(bed.controller().get("/audit").body().toString())
          .contains("rollout.created", "rollout.undo", "rollout.ended");
    }
  }

  /** The canary's operation ended before one of the next wave began. */
  private static void assertInOrder(Bed bed, JsonNode rollout) {
    String canary = rollout.at("/waves/0/replicas/0/changedBy").asString();
    TreeSet<String> later = new TreeSet<>();
    rollout
        .at("/waves/1/replicas")
        .forEach(replica -> later.add(replica.at("/changedBy").asString()));
    assertThat(later).hasSize(2).allSatisfy(id -> assertThat(id).isGreaterThan(canary));
    assertThat(bed.operation(canary).at("/state").asString()).isEqualTo("SUCCEEDED");
  }

  /** As the page shows it: figures of the canary, with another one beside it. */
  private static void assertReported(Bed bed, String id) {
    List<String> shown =
        PageExamples.blocks("rollouts.md", "The report").getFirst().lines().stream()
            .filter(line -> !line.startsWith("$ "))
            .toList();
    PageExamples.assertLinesOf(shown, tutti(bed, "rollout", "report", id).output());
    JsonNode replica =
        bed.controller().get("/rollouts/" + id + "/report").body().at("/waves/0/replicas/0");
    assertThat(replica.at("/measures").valueStream().map(each -> each.at("/name").asString()))
        .contains("lag", "applied transactions");
    replica
        .at("/measures")
        .forEach(measure -> {
          assertThat(measure.at("/own/before").isNumber()).as("%s", measure).isTrue();
          assertThat(measure.at("/own/after").isNumber()).as("%s", measure).isTrue();
          assertThat(measure.at("/control/after").isNumber()).as("%s", measure).isTrue();
        });
  }

  private static final String CONTINUOUS =
      """
      name: continuous-eight
      targets: { roles: [replica] }
      settings: { replica_parallel_workers: 8 }
      soak: PT2S
      approval: none
      continuous: true
      """;

  private static void awaitState(Bed bed, String id, String state, int waves) {
    await()
        .atMost(END_MAX)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> {
          JsonNode now = bed.controller().get("/rollouts/" + id).body();
          assertThat(now.at("/state").asString()).as("%s", now).isEqualTo(state);
          assertThat(now.at("/waves")).hasSize(waves);
        });
  }

  @Matrix
  @Test
  void aContinuousRolloutReachesAReplicaThatJoinsLaterAndDriftIsSetAgain() throws IOException {
    try (Bed bed =
            Bed.of(ServerRelease.MYSQL_8_0_15)
                .topology("1>2,1>3,1>4")
                .settings(Map.of("TUTTI_PARALLELISM_DRIFT_CRON", "0 3 1 1 *"))
                .start();
        WriteLoad load = WriteLoad.start(bed.source(), 100)) {
      bed.awaitKnown();
      SandboxServer joining = bed.server(4);
      String before = workers(joining);
      String account =
          joining
              .queryValue(
                  "SELECT CONCAT('MASTER_USER=', QUOTE(User_name), ', MASTER_PASSWORD=',"
                      + " QUOTE(User_password)) FROM mysql.slave_master_info")
              .orElseThrow();
      joining.execute("STOP SLAVE", "RESET SLAVE ALL");
      String ofIt = bed.path(joining, "");
      await()
          .untilAsserted(
              () -> assertThat(bed.controller().get(ofIt).body().at("/channels")).isEmpty());

      CommandResult created = tutti(bed, "rollout", "create", "-f", file(CONTINUOUS), "--json");
      assertThat(created.exitCode()).as("%s", created).isZero();
      String id = JsonMapper.shared().readTree(created.output()).at("/id").asString();
      CommandResult followed = tutti(bed, "rollout", "follow", id);
      assertThat(followed.exitCode()).as("%s", followed).isZero();
      awaitState(bed, id, "CONTINUOUS", 2);
      assertThat(workers(bed)).containsExactly(before, "8", "8", before);

      String other =
          CONTINUOUS.replace("name: continuous-eight", "name: four").replace(": 8", ": 4");
      CommandResult refused = tutti(bed, "rollout", "create", "-f", file(other));
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.output())
          .contains(
              "line 6: continuous: ", "the continuous rollout " + id + " (continuous-eight) sets");

      joining.execute(
          "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=%d, %s, MASTER_AUTO_POSITION=1"
              .formatted(bed.source().address().port(), account),
          "START SLAVE");
      awaitState(bed, id, "CONTINUOUS", 3);
      assertThat(workers(joining)).isEqualTo("8");
      assertThat(tutti(bed, "rollout", "show", id).output())
          .contains(joining.address() + " matches now, and was not changed before: it is wave 3.");

      joining.execute("SET GLOBAL slave_parallel_workers = 2");
      await()
          .untilAsserted(() ->
              assertThat(bed.controller().get("/findings").body().toString())
                  .contains(
                      "slave_parallel_workers is 2, and the rollout continuous-eight set 8, which"
                          + " was to be kept"));

      assertThat(tutti(bed, "schedules", "list").output()).contains("drift/reapply");
      assertThat(tutti(bed, "schedules", "run-now", "drift/reapply").exitCode()).isZero();
      await().atMost(END_MAX).until(() -> workers(joining).equals("8"));
      assertThat(bed.controller().get("/audit").body().toString())
          .contains("schedule:drift/reapply");

      assertThat(tutti(bed, "rollout", "abort", id).exitCode()).isZero();
      awaitState(bed, id, "ABORTED", 3);
    }
  }

  @Test
  void aFileWithMistakesChangesNothingAndListsThemAll() throws IOException {
    String wrong =
        """
        name: wrong
        targets: { clusters: [nobody], roles: [replica] }
        settings: { replica_paralel_workers: 8 }
        waves: [ { count: 1 } ]
        """;
    String unknown =
        """
        name: unknown
        settings:
          replica_paralel_workers: 8
        """;
    String refused =
        """
        name: refused
        settings:
          replica_parallel_workers: 99999
        """;
    try (Bed bed = Bed.of(ServerRelease.MYSQL_8_0_15).start()) {
      bed.awaitKnown();

      CommandResult byItself = tutti(bed, "rollout", "create", "-f", file(wrong));
      assertThat(byItself.exitCode()).isEqualTo(1);
      assertThat(byItself.output())
          .contains(
              "line 2: targets.clusters: There is no cluster \"nobody\".",
              "line 3: settings.replica_paralel_workers: No server that is known has",
              "line 4: waves: ",
              "3 mistakes. Nothing was changed.");
      CommandResult name = tutti(bed, "rollout", "create", "-f", file(unknown));
      assertThat(name.output())
          .contains("line 3: settings.replica_paralel_workers: ", "did you mean");
      CommandResult value = tutti(bed, "rollout", "create", "-f", file(refused));
      assertThat(value.output())
          .contains("line 3: settings.replica_parallel_workers: ", "slave_parallel_workers cannot");

      assertThat(bed.controller().get("/rollouts").body().at("/items")).isEmpty();
      assertThat(bed.controller().get("/operations").body().at("/items")).isEmpty();
      CommandResult init = tutti(bed, "rollout", "init");
      assertThat(init.output()).contains(bed.source().address().toString());
      CommandResult example = tutti(bed, "rollout", "validate", "-f", file(init.output()));
      assertThat(example.exitCode()).as("%s", example).isZero();
    }
  }
}
