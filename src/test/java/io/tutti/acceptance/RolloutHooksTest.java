package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program of the operator's is called around each wave of a rollout over real replicas. While it
 * says no before a wave, no server is touched.
 */
@OwnProcess
class RolloutHooksTest {
  private static final Duration END_MAX = Duration.ofMinutes(3);

  /** Gates that need no statistics: what is judged is not what is tested here. */
  private static final String FILE =
      """
      name: %s
      targets: { roles: [replica] }
      settings: { replica_parallel_workers: %d }
      waves: [ { count: 1 }, { percent: 100 } ]
      soak: %s
      approval: none
      gates: { check: [applier-errors, restarts] }
      """;

  @TempDir private Path folder;
  private Path program;

  /** Writes down what it gets, and says no before a wave while it is told to. */
  @BeforeEach
  void writeProgram() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    program = folder.resolve("hook");
    Files.writeString(
        program,
        """
        #!/bin/sh
        env | grep '^TUTTI_' >%1$s/part-$$
        cat >%1$s/$TUTTI_EVENT_ID.json
        mv %1$s/part-$$ %1$s/$TUTTI_EVENT_ID.facts
        echo "told of $TUTTI_EVENT"
        test "$TUTTI_EVENT" != before-rollout-wave || test ! -e %1$s/no
        """
            .formatted(folder));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void setUp(RunningController controller) throws IOException {
    Files.writeString(
        controller.home().resolve("tutti.yaml"),
        """
        tutti:
          hooks:
            proxy:
              kind: command
              events: ["before-rollout-wave", "after-rollout-wave", "aborted-rollout-wave"]
              command: ["%s"]
              policy: MAY_ABORT
        """
            .formatted(program));
    controller.killHardAndStartAgain();
  }

  /** One call: its variables, and what it read. */
  private record Call(Map<String, String> facts, JsonNode json) {
    String fact(String name) {
      return facts.getOrDefault("TUTTI_" + name, "");
    }

    boolean isOf(String event, JsonNode rollout, SandboxServer server) {
      return fact("EVENT").equals(event)
          && fact("OPERATION").equals(rollout.at("/id").asString())
          && fact("REPLICAS").equals(server.address().toString());
    }
  }

  private List<Call> calls() {
    try (Stream<Path> files = Files.list(folder)) {
      List<Call> calls = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().endsWith(".facts")).toList()) {
        Map<String, String> facts = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
          String[] sides = line.split("=", 2);
          facts.put(sides[0], sides[1]);
        }
        String json = Files.readString(Path.of(file.toString().replace(".facts", ".json")));
        calls.add(new Call(facts, JsonMapper.shared().readTree(json)));
      }
      return calls;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<String> events() {
    return calls().stream().map(call -> call.fact("EVENT")).sorted().toList();
  }

  /** Until it was called so about that server. */
  private Call call(String event, JsonNode rollout, SandboxServer server) {
    await().until(() -> calls().stream().anyMatch(call -> call.isOf(event, rollout, server)));
    return calls().stream()
        .filter(call -> call.isOf(event, rollout, server))
        .findFirst()
        .orElseThrow();
  }

  private static String workers(SandboxServer server) {
    return server.queryValue("SELECT @@global.slave_parallel_workers").orElseThrow();
  }

  private static List<String> workers(Bed bed) {
    return List.of(workers(bed.server(2)), workers(bed.server(3)));
  }

  private String create(Bed bed, String name, int workers, String soak) throws IOException {
    Path file =
        Files.writeString(folder.resolve(name + ".yaml"), FILE.formatted(name, workers, soak));
    CommandResult created =
        bed.controller().tutti("rollout", "create", "-f", file.toString(), "--json");
    assertThat(created.exitCode()).as("%s", created).isZero();
    return JsonMapper.shared().readTree(created.output()).at("/id").asString();
  }

  private static void act(Bed bed, String act, String id) {
    CommandResult acted = bed.controller().tutti("rollout", act, id);
    assertThat(acted.exitCode()).as("%s", acted).isZero();
  }

  private static JsonNode rollout(Bed bed, String id) {
    return bed.controller().get("/rollouts/" + id).body();
  }

  private static JsonNode awaitThat(Bed bed, String id, Predicate<JsonNode> wanted) {
    await()
        .atMost(END_MAX)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> wanted.test(rollout(bed, id)));
    return rollout(bed, id);
  }

  private static JsonNode awaitState(Bed bed, String id, String state) {
    return awaitThat(bed, id, now -> now.at("/state").asString().equals(state));
  }

  private static SandboxServer ofWave(Bed bed, JsonNode rollout, int wave) {
    String address = rollout.at("/waves/%d/replicas/0/instance".formatted(wave - 1)).asString();
    return Stream.of(bed.server(2), bed.server(3))
        .filter(server -> server.address().toString().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Matrix
  @Test
  void aProgramIsCalledAroundEachWaveAndOneThatSaysNoKeepsItFromEveryServer() throws IOException {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_8_0_15).topology("1>2,1>3").start()) {
      setUp(bed.controller());
      bed.awaitKnown();
      bed.createTable();
      bed.write(1);
      List<String> before = workers(bed);

      Files.createFile(folder.resolve("no"));
      String id = create(bed, "eight", 8, "PT2S");
      JsonNode paused = awaitState(bed, id, "PAUSED");
      assertThat(paused.at("/why").asString())
          .startsWith("Wave 1 was not begun, as the hook proxy, which may abort, did");
      assertThat(paused.at("/decisions").toString())
          .contains("Hook proxy (before-rollout-wave) failed", "told of before-rollout-wave");
      assertThat(workers(bed)).isEqualTo(before);
      assertThat(bed.controller().get("/operations").body().at("/items")).isEmpty();
      assertThat(events()).containsExactly("before-rollout-wave");

      Files.delete(folder.resolve("no"));
      act(bed, "resume", id);
      JsonNode kept = awaitState(bed, id, "KEPT");
      assertThat(workers(bed)).containsExactly("8", "8");
      for (int wave = 1; wave <= 2; wave++) {
        SandboxServer server = ofWave(bed, kept, wave);
        assertFacts(bed, kept, call("before-rollout-wave", kept, server), "");
        assertFacts(bed, kept, call("after-rollout-wave", kept, server), "true");
      }
      assertThat(events()).doesNotContain("aborted-rollout-wave").hasSize(5);

      act(bed, "undo", id);
      JsonNode undone = awaitState(bed, id, "UNDONE");
      assertThat(workers(bed)).isEqualTo(before);
      for (int wave = 1; wave <= 2; wave++) {
        SandboxServer server = ofWave(bed, undone, wave);
        assertFacts(bed, undone, call("aborted-rollout-wave", undone, server), "false");
      }
      assertThat(events()).hasSize(7);

      assertOneThatAGateStopsIsAborted(bed, before);
    }
  }

  /** The variables and the JSON say the same, and it is so. */
  private static void assertFacts(Bed bed, JsonNode rollout, Call call, String succeeded) {
    String members = call.fact("REPLICAS");
    assertThat(call.facts())
        .containsEntry("TUTTI_OPERATION", rollout.at("/id").asString())
        .containsEntry("TUTTI_TARGET", rollout.at("/name").asString())
        .containsEntry("TUTTI_ACTOR", rollout.at("/by").asString())
        .containsEntry("TUTTI_KIND", "rollout.wave")
        .containsEntry("TUTTI_CLUSTER", bed.source().address().toString())
        .containsEntry("TUTTI_MEMBERS", members)
        .containsEntry("TUTTI_SUCCEEDED", succeeded)
        .containsEntry("TUTTI_SAMPLE", "false");
    call.facts()
        .forEach((name, value) -> {
          JsonNode same = call.json().at("/" + name.replace("TUTTI_", "").toLowerCase(Locale.ROOT));
          String text =
              same.isArray()
                  ? String.join(",", same.valueStream().map(JsonNode::asString).toList())
                  : same.isNull() ? "" : same.asString();
          assertThat(text).as("%s in %s", name, call.json()).isEqualTo(value);
        });
  }

  /** The applier of the canary fails while it is watched; the wave after it is not begun. */
  private void assertOneThatAGateStopsIsAborted(Bed bed, List<String> before) throws IOException {
    String id = create(bed, "four", 4, "PT1M");
    JsonNode soaking =
        awaitThat(bed, id, now -> now.at("/waves/0/state").asString().equals("SOAKING"));
    SandboxServer canary = ofWave(bed, soaking, 1);
    assertThat(workers(canary)).isEqualTo("4");
    int row = bed.nextRow();
    canary.execute("SET SESSION sql_log_bin=0", "INSERT INTO d.t VALUES (%d)".formatted(row));
    bed.source().execute("INSERT INTO d.t VALUES (%d)".formatted(row));

    JsonNode undone = awaitState(bed, id, "UNDONE");

    assertThat(workers(bed)).isEqualTo(before);
    Call aborted = call("aborted-rollout-wave", undone, canary);
    assertFacts(bed, undone, aborted, "false");
    assertThat(aborted.fact("REASON"))
        .startsWith("Wave 1 is undone: %s: its applier stopped: ".formatted(canary.address()));
    assertThat(events()).as("2 of the second rollout").hasSize(9);
  }
}
