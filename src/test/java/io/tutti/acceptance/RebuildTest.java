package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.KillPoint;
import io.tutti.tier.Matrix;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A replica that lost rows is rebuilt from another server. */
class RebuildTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  static final String CLONE = "plugin-load-add=mysql_clone.so";
  static final String MARK = "{\"act\":\"MARK\",\"why\":\"lost rows\"}";

  @Test
  void copiesAReplicaOverItself() {
    try (RebuildBed bed = RebuildBed.start(ServerRelease.MYSQL_9_7, true, "1>2,1>3", CLONE)) {
      assertThat(bed.ask("{\"dryRun\":true}").text("/code")).isEqualTo("NOT_TO_BE_REBUILT");
      bed.succeeded(bed.carryOut(MARK));
      assertThat(bed.findings()).contains("MARKED_FOR_REBUILD");
      Answer held = bed.controller().post(bed.path("/backups"), "{}");
      assertThat(held.text("/code")).as("%s", held.body()).isEqualTo("INSTANCE_TO_BE_REBUILT");
      Answer lacks = bed.ask("{\"dryRun\":true}");
      assertThat(lacks.text("/code")).as("%s", lacks.body()).isEqualTo("MISSING_PRIVILEGE");
      bed.grantAsPrinted();
      JsonNode plan = bed.ask("{\"dryRun\":true}").body();
      assertThat(plan.toString())
          .contains("CLONE INSTANCE FROM", bed.other().address().toString(), "IDENTIFIED BY …");

      String id = bed.begin("{}");
      bed.startOnceItEnded(id);

      bed.succeeded(bed.atRest(id));
      bed.assertWhole(true);
      assertThat(bed.controller().events(id)).contains("It is a copy of");
    }
  }

  /** What is written while it is copied is received by the copy afterwards. */
  @Matrix
  @Test
  void copiesAReplicaWhileItsSourceIsWrittenTo() {
    try (RebuildBed bed = RebuildBed.start(ServerRelease.MYSQL_9_7, true, "1>2,1>3", CLONE);
        WriteLoad load = WriteLoad.start(bed.source(), 200)) {
      bed.succeeded(bed.carryOut(MARK));
      bed.grantAsPrinted();
      long before = load.counts().committed();

      String id = bed.begin("{}");
      bed.startOnceItEnded(id);

      bed.succeeded(bed.atRest(id));
      assertThat(load.counts().committed()).isGreaterThan(before);
      load.stop();
      bed.assertWhole(true);
      bed.assertEqual("load_a.writes", "load_b.writes");
    }
  }

  /** By GTID, and by the place that the copy is of; with the account of replicas. */
  @Matrix
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void copiesItsSourceWhereThereIsNoOtherReplica(boolean byGtid) {
    try (RebuildBed bed = RebuildBed.start(ServerRelease.MYSQL_9_7, byGtid, "1>2", CLONE)) {
      bed.succeeded(bed.carryOut(MARK));
      bed.grantAsPrinted();

      String id = bed.begin("{}");
      bed.startOnceItEnded(id);

      bed.succeeded(bed.atRest(id));
      bed.assertWhole(byGtid);
    }
  }

  /** A fence stays around it until somebody lifts it, which its mark would have forbidden. */
  @Matrix
  @Test
  void aFencedServerStaysFenced() {
    try (RebuildBed bed = RebuildBed.start(ServerRelease.MYSQL_9_7, true, "1>2,1>3", CLONE)) {
      bed.succeeded(bed.carryOut(MARK));
      bed.grantAsPrinted();
      Answer fence = bed.controller().post(bed.path(":fence"), "{\"why\":\"lost rows\"}");
      bed.succeeded(bed.atRest(fence.text("/id")));
      Answer refused = bed.controller().post(bed.path(":unfence"), "{}");
      assertThat(refused.text("/code")).isEqualTo("FENCE_NOT_LIFTABLE");
      assertThat(refused.body().toString()).contains("marked to be rebuilt");

      String id = bed.begin("{}");
      bed.startOnceItEnded(id);

      bed.succeeded(bed.atRest(id));
      await().atMost(PATIENCE).until(() -> FenceBed.isShut(bed.damaged()));
      bed.controller().awaitRestartsLookedAt(bed.damaged().address());
      Answer unfence = bed.controller().post(bed.path(":unfence"), "{}");
      assertThat(unfence.status()).as("%s", unfence.body()).isEqualTo(202);
      bed.succeeded(bed.atRest(unfence.text("/id")));
      bed.assertWhole(true);
    }
  }

  @KillPoint
  @OwnProcess
  @ParameterizedTest
  @EnumSource(When.class)
  void goesOnWhenTheControllerIsKilled(When when) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        RebuildBed bed = RebuildBed.behind(proxy, ServerRelease.MYSQL_9_7, CLONE)) {
      bed.succeeded(bed.carryOut(MARK));
      bed.grantAsPrinted();
      Trap trap = proxy.trap("CLONE INSTANCE", when, bed.controller()::killHard);

      String id = bed.begin("{}");
      assertThat(trap.awaitSprung()).isTrue();
      bed.controller().startAgain();
      bed.startOnceItEnded(id);

      bed.succeeded(bed.atRest(id));
      bed.assertWhole(true);
    }
  }

  /** Where no server copies another one by itself, or is not to. */
  @Matrix
  @ParameterizedTest
  @Cases(
      value = "MARIADB_10_11_5, false",
      thorough = {
        "MYSQL_5_6_14, true",
        "MYSQL_5_7_22, false",
        "MYSQL_5_7_22, true",
        "MYSQL_8_0_15, true",
        "MYSQL_9_7, true",
        "MARIADB_10_1_8, true"
      })
  void attachesACopyThatWasMadeByHand(ServerRelease release, boolean byGtid) {
    try (RebuildBed bed = RebuildBed.start(release, byGtid, "1>2,1>3")) {
      bed.succeeded(bed.carryOut(MARK));
      assertThat(bed.ask("{\"act\":\"ATTACH\"}").text("/code")).isEqualTo("REBUILD_NOT_SAFE");

      JsonNode begun = bed.succeeded(bed.carryOut("{}"));
      assertThat(begun.toString()).contains("ATTACH_COPY");
      assertThat(bed.findings()).contains("MARKED_FOR_REBUILD");
      bed.write(4);
      bed.endSession();
      bed.write(4);

      bed.succeeded(bed.carryOut("{\"act\":\"ATTACH\"}"));

      bed.assertWhole(byGtid);
    }
  }

  @Matrix
  @OwnProcess
  @Test
  void aMarkIsTakenBack() {
    try (RebuildBed bed = RebuildBed.start(ServerRelease.MYSQL_5_7_22, true, "1>2")) {
      bed.succeeded(bed.carryOut(MARK));
      bed.controller().killHardAndStartAgain();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).contains("MARKED_FOR_REBUILD"));

      bed.succeeded(bed.carryOut("{\"act\":\"UNMARK\"}"));

      assertThat(bed.findings()).doesNotContain("MARKED_FOR_REBUILD");
      assertThat(bed.ask("{\"act\":\"UNMARK\"}").text("/code")).isEqualTo("NOT_TO_BE_REBUILT");
    }
  }
}
