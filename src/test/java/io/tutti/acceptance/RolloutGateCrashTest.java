package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The controller is killed with -9 while a gate has a wave undone, at each statement of that, and
 * while a gate waits. Once it is back the undo ends, and each replica of the wave has its old
 * values, in its memory and in what it has for its next start.
 */
@KillPoint
@OwnProcess
class RolloutGateCrashTest {
  private static final Duration END_MAX = Duration.ofMinutes(2);
  private static final String BEFORE = "2";
  private static final String WANTED = "8";

  /** A replica that was started again is seen at once, without statistics. */
  private static final String RESTARTED =
      """
      name: restarted
      targets: { roles: [replica] }
      settings: { slave_parallel_workers: 8 }
      waves: [ { percent: 100 } ]
      atOnce: { perCluster: 2 }
      soak: PT30S
      approval: none
      gates: { check: [applier-errors, restarts] }
      """;

  /** Without a load nothing can be judged. */
  private static final String QUIET =
      """
      name: quiet
      targets: { roles: [replica] }
      settings: { slave_parallel_workers: 8 }
      waves: [ { count: 1 }, { percent: 100 } ]
      soak: PT4S
      approval: none
      gates: { check: [lag, throughput], trafficWait: 30s }
      """;

  private interface Part {
    void play(Bed bed) throws Exception;
  }

  private static void onRealServers(Part part) throws Exception {
    try (StatementProxy second = StatementProxy.listen();
        StatementProxy third = StatementProxy.listen();
        Bed bed =
            Bed.of(ServerRelease.MYSQL_8_0_15)
                .topology("1>2,1>3")
                .options("slave_parallel_workers=" + BEFORE)
                .behind(Map.of(2, second, 3, third))
                .settings(Map.of("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "PT10S"))
                .start()) {
      bed.awaitKnown();
      part.play(bed);
    }
  }

  private static List<SandboxServer> replicas(Bed bed) {
    return IntStream.rangeClosed(2, 3).mapToObj(bed::server).toList();
  }

  private static String workers(SandboxServer server) {
    return server.queryValue("SELECT @@global.slave_parallel_workers").orElseThrow();
  }

  /** As it was before the rollout, with nothing left of it for the next start. */
  private static void assertAsBefore(Bed bed, JsonNode ended) {
    for (SandboxServer replica : replicas(bed)) {
      assertThat(workers(replica)).as("%s", ended).isEqualTo(BEFORE);
      assertThat(
              replica.query(
                  "SELECT * FROM performance_schema.persisted_variables"
                      + " WHERE VARIABLE_NAME = 'slave_parallel_workers'"))
          .as("%s", ended)
          .isEmpty();
      assertThat(replica.replication())
          .as("%s", ended)
          .allMatch(channel ->
              channel.applierState().equals("Yes") && channel.receiverState().equals("Yes"));
    }
    assertThat(
            bed.operations().all().stream()
                .map(each -> each.at("/state").asString())
                .filter(state -> state.matches("RUNNING|UNDOING|PLANNED|VERIFYING")))
        .isEmpty();
  }

  private static void assertUndoneOnce(Bed bed, RolloutCalls rollout) {
    for (SandboxServer replica : replicas(bed)) {
      for (String kind : List.of("parallelism.apply", "parallelism.undo")) {
        assertThat(rollout.operations(kind, bed.address(replica)))
            .as("%s of %s", kind, replica)
            .hasSize(1);
      }
    }
  }

  /** What takes the setting back on one server, by a dry run. */
  private static List<String> statements(Bed bed) {
    assertThat(
            bed.carryOut(
                    "/parallelism",
                    "{\"settings\":{\"slave_parallel_workers\":\"8\"},\"persist\":true,"
                        + "\"settle\":\"PT0S\"}")
                .at("/state")
                .asString())
        .isEqualTo("SUCCEEDED");
    List<String> undo =
        OperationCalls.statements(
            bed.ask("/parallelism:undo", "{\"settle\":\"PT0S\",\"dryRun\":true}").body());
    bed.succeeded(bed.carryOut("/parallelism:undo", "{\"settle\":\"PT0S\"}"));
    return undo;
  }

  @Test
  void atEachStatementOfAnUndoThatAGateWants() throws Exception {
    onRealServers(bed -> {
      List<String> endings = new ArrayList<>();
      List<String> said = statements(bed);
      assertThat(said).as("stop, the values of now and of the next start, start").hasSize(4);
      try (WriteLoad load = WriteLoad.start(bed.source(), 30)) {
        for (int statement = 0; statement < said.size(); statement++) {
          for (When when : When.beforeEach(statement == said.size() - 1)) {
            killedInUndo(bed, said.get(statement), when);
            endings.add(when + " " + said.get(statement));
          }
        }
      }
      System.out.println("Controller killed in the undo of a wave: " + endings);
    });
  }

  private static void killedInUndo(Bed bed, String said, When when) throws InterruptedException {
    RolloutCalls rollout = RolloutCalls.create(bed.controller(), RESTARTED);
    rollout.awaitThat(
        END_MAX, now -> RolloutCalls.states(now, 1).stream().allMatch("SOAKING"::equals));
    assertThat(replicas(bed)).allMatch(server -> workers(server).equals(WANTED));
    Trap trap =
        StatementProxy.trapFirst(
            said,
            when,
            Map.of(
                bed.proxy(2), bed.controller()::killHard,
                bed.proxy(3), bed.controller()::killHard));
    bed.server(2).restart();
    assertThat(trap.awaitSprung()).as("%s %s", when, said).isTrue();
    bed.controller().startAgain();

    JsonNode ended = rollout.awaitRest(END_MAX);

    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
    assertThat(ended.at("/why").asString())
        .contains(
            "Wave 1 is undone: %s: its process began at".formatted(bed.address(bed.server(2))));
    assertAsBefore(bed, ended);
    assertUndoneOnce(bed, rollout);
  }

  private static Predicate<JsonNode> saying(String words) {
    return now -> now.at("/why").asString().contains(words);
  }

  private static void killedWhen(Bed bed, RolloutCalls rollout, String words) {
    rollout.awaitThat(END_MAX, saying(words));
    bed.controller().killHardAndStartAgain();
  }

  @Test
  void whileAGateWaitsForTrafficAndAsks() throws Exception {
    onRealServers(bed -> {
      RolloutCalls rollout = RolloutCalls.create(bed.controller(), QUIET);
      killedWhen(bed, rollout, "Wave 1 is watched.");
      killedWhen(bed, rollout, "Wave 1 is watched for longer: ");
      killedWhen(bed, rollout, "Wave 1 cannot be judged");
      JsonNode asking = rollout.now();
      assertThat(asking.at("/state").asString()).as("%s", asking).isEqualTo("ASKING");
      assertThat(asking.at("/why").asString()).contains("100 each are needed");
      assertThat(RolloutCalls.states(asking, 2)).containsExactly("PENDING", "PENDING");
      assertThat(replicas(bed).stream().filter(each -> workers(each).equals(WANTED))).hasSize(1);

      rollout.act("undo");
      bed.controller().killHardAndStartAgain();
      await().atMost(END_MAX).until(() -> rollout.now().at("/atEnd").asBoolean());
      JsonNode ended = rollout.now();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertAsBefore(bed, ended);
      assertThat(rollout.operations()).hasSize(2);
    });
  }
}
