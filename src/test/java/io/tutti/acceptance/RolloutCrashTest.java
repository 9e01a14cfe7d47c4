package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The controller is killed with -9 in each state of a rollout, and at each statement that it sends
 * to a replica for it. What was wanted of a replica is done by one operation at most, and no
 * replica is left half-way.
 */
@KillPoint
@OwnProcess
class RolloutCrashTest {
  private static final Duration END_MAX = Duration.ofMinutes(2);
  private static final String BEFORE = "2";
  private static final String WANTED = "8";

  /** Gates that need no statistics: what is judged is not what is tested here. */
  private static final String TWO_WAVES =
      """
      name: killed
      targets: { roles: [replica] }
      settings: { slave_parallel_workers: 8 }
      waves: [ { count: 1 }, { percent: 100 } ]
      soak: PT2S
      approval: first
      gates: { check: [applier-errors, restarts] }
      """;

  @TempDir private Path folder;

  /** Two replicas whose statements can be waited for, and what was done to them. */
  private final class Story {
    private final Bed bed;
    private String id = "";

    Story(Bed bed) {
      this.bed = bed;
    }

    JsonNode now() {
      return bed.controller().get("/rollouts/" + id).body();
    }

    void create() throws IOException {
      Path file = Files.writeString(folder.resolve("killed.yaml"), TWO_WAVES);
      CommandResult created =
          bed.controller().tutti("rollout", "create", "-f", file.toString(), "--json");
      assertThat(created.exitCode()).as("%s", created).isZero();
      id = JsonMapper.shared().readTree(created.output()).at("/id").asString();
    }

    void act(String act) {
      CommandResult acted = bed.controller().tutti("rollout", act, id);
      assertThat(acted.exitCode()).as("%s", acted).isZero();
    }

    void awaitState(String state) {
      awaitThat(now -> now.at("/state").asString().equals(state));
    }

    void awaitThat(Predicate<JsonNode> wanted) {
      await()
          .atMost(END_MAX)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> wanted.test(now()));
    }

    void kill() {
      bed.controller().killHardAndStartAgain();
    }

    /** Until it has ended; one that was undone after a failed operation waits for a person. */
    JsonNode ended() {
      await()
          .atMost(END_MAX)
          .pollInterval(Duration.ofMillis(200))
          .until(() ->
              now().at("/atEnd").asBoolean() || now().at("/state").asString().equals("PAUSED"));
      return now();
    }

    private List<SandboxServer> replicas() {
      return List.of(bed.server(2), bed.server(3));
    }

    private static String workers(SandboxServer server) {
      return server.queryValue("SELECT @@global.slave_parallel_workers").orElseThrow();
    }

    /** Each server shows what its place in the record says, and replicates. */
    void assertNothingHalfWay(JsonNode ended) {
      await()
          .untilAsserted(() ->
              assertThat(bed.controller().get("/operations").body().at("/items"))
                  .noneMatch(
                      each -> each.at("/state").asString().matches("RUNNING|UNDOING|PLANNED")));
      for (JsonNode wave : ended.at("/waves")) {
        for (JsonNode replica : wave.at("/replicas")) {
          SandboxServer server =
              replicas().stream()
                  .filter(each ->
                      bed.address(each).toString().equals(replica.at("/instance").asString()))
                  .findFirst()
                  .orElseThrow();
          assertThat(workers(server))
              .as("%s", ended)
              .isEqualTo(replica.at("/state").asString().equals("KEPT") ? WANTED : BEFORE);
        }
      }
      for (SandboxServer server : replicas()) {
        assertThat(server.replication())
            .as("%s", ended)
            .allMatch(channel ->
                channel.applierState().equals("Yes") && channel.receiverState().equals("Yes"));
      }
    }

    /** One operation for each intent, whoever asked again after a kill. */
    void assertTouchedOnce() {
      for (SandboxServer server : replicas()) {
        String address = bed.address(server).toString();
        for (String kind : List.of("parallelism.apply", "parallelism.undo")) {
          assertThat(operations(address, kind)).as("%s of %s", kind, address).hasSizeLessThan(2);
        }
      }
      assertThat(
              bed.controller()
                  .get("/audit?limit=1000")
                  .body()
                  .at("/items")
                  .valueStream()
                  .filter(each -> each.at("/action").asString().equals("rollout.created"))
                  .filter(each -> each.at("/target").asString().equals(id)))
          .hasSize(1);
    }

    private List<JsonNode> operations(String address, String kind) {
      return bed.controller()
          .get("/operations?limit=1000")
          .body()
          .at("/items")
          .valueStream()
          .filter(each -> each.at("/actor").asString().equals("rollout:" + id))
          .filter(each -> each.at("/target").asString().equals(address))
          .filter(each -> each.at("/kind").asString().equals(kind))
          .toList();
    }

    void undo() {
      if (!now().at("/state").asString().equals("UNDONE")) {
        act("undo");
        awaitState("UNDONE");
      }
      assertNothingHalfWay(now());
      assertTouchedOnce();
      assertThat(replicas()).allMatch(server -> workers(server).equals(BEFORE));
    }
  }

  private interface Part {
    void play(Story story) throws Exception;
  }

  private void onRealServers(Part part) throws Exception {
    try (StatementProxy second = StatementProxy.listen();
        StatementProxy third = StatementProxy.listen();
        Bed bed =
            Bed.of(ServerRelease.MYSQL_5_7_22)
                .topology("1>2,1>3")
                .options("slave_parallel_workers=" + BEFORE)
                .behind(Map.of(2, second, 3, third))
                .settings(Map.of("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "PT10S"))
                .start();
        WriteLoad load = WriteLoad.start(bed.source(), 50)) {
      bed.awaitKnown();
      part.play(new Story(bed));
    }
  }

  private static boolean is(JsonNode rollout, int wave, String state, String replica) {
    JsonNode found = rollout.at("/waves/" + wave);
    return found.at("/state").asString().equals(state)
        && found.at("/replicas/0/state").asString().equals(replica);
  }

  private record Moment(String name, Predicate<JsonNode> isThere) {}

  /** Of a rollout that goes well, in their order. */
  private static List<Moment> moments() {
    return Stream.of(0, 1)
        .flatMap(wave ->
            Stream.of(
                new Moment("observed " + wave, now -> is(now, wave, "RUNNING", "PENDING")),
                new Moment(
                    "changing " + wave,
                    now ->
                        is(now, wave, "RUNNING", "CHANGING")
                            || is(now, wave, "SOAKING", "SOAKING")),
                new Moment("watched " + wave, now -> is(now, wave, "SOAKING", "SOAKING"))))
        .toList();
  }

  @Test
  void inEachStateOfOneThatGoesWell() throws Exception {
    onRealServers(story -> {
      story.create();
      story.awaitState("ASKING");
      story.kill();
      story.awaitState("ASKING");
      story.act("approve");
      for (Moment moment : moments()) {
        story.awaitThat(moment.isThere());
        story.kill();
      }
      JsonNode kept = story.ended();
      assertThat(kept.at("/state").asString()).as("%s", kept).isEqualTo("KEPT");
      story.assertNothingHalfWay(kept);
      story.assertTouchedOnce();
      story.kill();
      assertThat(story.now().at("/state").asString()).isEqualTo("KEPT");

      story.act("undo");
      story.kill();
      story.awaitState("UNDONE");
      story.undo();
    });
  }

  @Test
  void whilePausedAbortedAndContinued() throws Exception {
    onRealServers(story -> {
      story.create();
      story.act("approve");
      story.awaitThat(now -> is(now, 0, "SOAKING", "SOAKING"));
      story.act("pause");
      story.kill();
      assertThat(story.now().at("/state").asString()).isEqualTo("PAUSED");
      story.act("resume");
      story.kill();
      story.awaitThat(now -> is(now, 1, "RUNNING", "PENDING"));
      story.act("abort");
      story.kill();
      JsonNode aborted = story.now();
      assertThat(aborted.at("/state").asString()).isEqualTo("ABORTED");
      assertThat(aborted.at("/waves/1/replicas/0/state").asString()).isEqualTo("LEFT_OUT");
      story.assertNothingHalfWay(aborted);
      story.assertTouchedOnce();
    });
  }

  /** The statements of the change of one server, as a dry run shows them. */
  private static List<String> statements(Bed bed) {
    return OperationCalls.statements(
        bed.ask("/parallelism", "{\"settings\":{\"slave_parallel_workers\":\"8\"},\"dryRun\":true}")
            .body());
  }

  @Test
  void atEachStatementOfAChangeAndOfItsUndo() throws Exception {
    onRealServers(story -> {
      List<String> endings = new ArrayList<>();
      List<String> said = statements(story.bed);
      assertThat(said).as("stop, one setting, start").hasSize(3);
      for (int statement = 0; statement < said.size(); statement++) {
        for (When when : When.beforeEach(statement == said.size() - 1)) {
          endings.add(killedAt(story, said.get(statement), when, false));
          String undone = said.get(statement).replace("= " + WANTED, "= " + BEFORE);
          endings.add(killedAt(story, undone, when, true));
        }
      }
      System.out.println("Controller killed: " + endings);
    });
  }

  private static String killedAt(Story story, String said, When when, boolean isUndo)
      throws Exception {
    story.create();
    Map<StatementProxy, Runnable> kills =
        Map.of(
            story.bed.proxy(2), story.bed.controller()::killHard,
            story.bed.proxy(3), story.bed.controller()::killHard);
    if (isUndo) {
      story.act("approve");
      JsonNode kept = story.ended();
      assertThat(kept.at("/state").asString()).as("%s", kept).isEqualTo("KEPT");
    }
    Trap trap = StatementProxy.trapFirst(said, when, kills);
    story.act(isUndo ? "undo" : "approve");
    assertThat(trap.awaitSprung()).as("%s %s", when, said).isTrue();
    story.bed.controller().startAgain();
    JsonNode ended = story.ended();
    story.assertNothingHalfWay(ended);
    story.assertTouchedOnce();
    story.undo();
    return "%s %s: %s".formatted(when, said, ended.at("/state").asString());
  }
}
