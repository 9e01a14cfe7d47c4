package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A source is dead, and a person promotes one of its replicas by hand: before a failover, while one
 * waits, and while its controller is away. Nobody else is opened beside that one.
 */
class PlaceTakenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Longer than a failover by itself needs to begin. */
  private static final Duration NOTHING_HAPPENS = Duration.ofSeconds(6);

  private static final int ROWS = 20;

  @Journey
  @Test
  void beforeAFailoverOfMySql57() {
    assertRefusedBeside(ServerRelease.MYSQL_5_7_22);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8", "MARIADB_10_11_5"})
  void beforeAFailoverOfOtherReleases(ServerRelease release) {
    assertRefusedBeside(release);
  }

  private static void assertRefusedBeside(ServerRelease release) {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of())) {
      bed.write(ROWS);
      bed.source().killHard();
      awaitDead(bed);
      promoteByHand(bed.server(3));
      bed.write(bed.server(3), 2);

      String left = bed.server(2).address().toString();
      String taken = bed.server(3).address().toString();
      awaitNamedAfterTheSource(bed, bed.server(3));
      CommandResult refused =
          bed.controller().tutti("failover", bed.source().address().toString(), "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.errors() + refused.output())
          .contains(taken + " has its place", "takes writes now", "Nothing was changed")
          .contains("tutti relocate " + left + " --below " + taken);
      assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();

      CommandResult follows = bed.controller().tutti("relocate", left, "--below", taken, "--yes");
      assertThat(follows.exitCode()).as("%s", follows).isZero();
      Checksums.awaitEqual(bed.server(3), bed.server(2), "d.t");
    }
  }

  /** The name of the cluster, which is the address of the dead one, goes with who takes writes. */
  private static void awaitNamedAfterTheSource(Bed bed, SandboxServer taken) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().instance(taken.address()).at("/cluster").asString())
                .isEqualTo(bed.source().address().toString()));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().instance(bed.source().address()).at("/cluster").asString())
                .isNotEqualTo(bed.source().address().toString()));
  }

  @Matrix
  @Test
  void bothByHandAreFoundWithWhatEachAloneHas() {
    try (Bed bed = AutomaticFailoverTest.start(ServerRelease.MYSQL_8_0_15, Map.of())) {
      bed.write(ROWS);
      bed.source().killHard();
      awaitDead(bed);
      promoteByHand(bed.server(3));
      promoteByHand(bed.server(2));
      bed.write(bed.server(3), 2);
      bed.write(bed.server(2), 1);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            CommandResult found = bed.controller().tutti("findings");
            assertThat(found.output())
                .contains("SPLIT_BRAIN")
                .contains(bed.server(2).address() + " alone has ")
                .contains(bed.server(3).address() + " alone has ");
          });
    }
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_11_5", "MYSQL_5_7_22"})
  void whileAFailoverWaits(ServerRelease release) throws Exception {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))) {
      List<Connection> held = killWhileItWaits(bed);
      promoteByHand(bed.server(3));
      bed.write(bed.server(3), 2);
      ResolveBed.release(held);
      assertUndone(bed);
    }
  }

  @Matrix
  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void whileTheControllerIsAway(ServerRelease release) throws Exception {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))) {
      List<Connection> held = killWhileItWaits(bed);
      bed.controller().killHard();
      promoteByHand(bed.server(3));
      bed.write(bed.server(3), 2);
      ResolveBed.release(held);
      bed.controller().startAgain();
      assertUndone(bed);
    }
  }

  /** The one that is preferred has received all, and cannot apply it yet. */
  private static List<Connection> killWhileItWaits(Bed bed) throws Exception {
    CommandResult tagged =
        bed.controller()
            .tutti("tag", "set", bed.server(2).address().toString(), "promotion=prefer");
    assertThat(tagged.exitCode()).as("%s", tagged).isZero();
    List<Connection> held = ResolveBed.holdAppliers(List.of(bed.server(2), bed.server(3)));
    bed.write(ROWS);
    String end = Binlogs.end(bed.source());
    for (SandboxServer each : List.of(bed.server(2), bed.server(3))) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> ReplicaStatus.of(each).received().equals(end));
    }
    bed.source().killHard();
    await()
        .atMost(PATIENCE)
        .until(() -> bed.operations().all().stream().anyMatch(PlaceTakenTest::catchesUp));
    ResolveBed.release(held.subList(1, 2));
    await().atMost(PATIENCE).until(() -> Bed.rows(bed.server(3)) == bed.written());
    return held.subList(0, 1);
  }

  private static boolean catchesUp(JsonNode operation) {
    for (JsonNode step : operation.at("/steps")) {
      if (step.at("/kind").asString().equals("promotion.catch-up")) {
        return step.at("/state").asString().equals("RUNNING");
      }
    }
    return false;
  }

  /** It ends before the opening, and no other one begins. */
  private static void assertUndone(Bed bed) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.operations().all())
                .singleElement()
                .satisfies(each -> assertThat(each.at("/state").asString()).isEqualTo("UNDONE")));
    String taken = bed.server(3).address().toString();
    await()
        .during(NOTHING_HAPPENS)
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          assertThat(bed.operations().all()).hasSize(1);
          assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();
        });
    assertThat(bed.controller().tutti("decisions", "--rule", "failover").output())
        .contains("ASK_OPERATOR", taken + " has the place of", "tutti relocate ");
    bed.source().start();
    await().atMost(PATIENCE).ignoreExceptions().until(() -> FenceBed.isShut(bed.source()));
    assertThat(ResolveBed.takesWrites(bed.server(3))).isTrue();
  }

  private static void awaitDead(Bed bed) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            bed.operations().findings(bed.source().address().toString()).contains("SOURCE_DEAD"));
  }

  /** As a person does it. */
  static void promoteByHand(SandboxServer server) {
    server.stopReplication();
    boolean isNew = server.release().has(ServerFeature.SOURCE_REPLICA_TERMS);
    server.execute(
        "RESET %s ALL".formatted(isNew ? "REPLICA" : "SLAVE"), "SET GLOBAL read_only = 0");
  }
}
