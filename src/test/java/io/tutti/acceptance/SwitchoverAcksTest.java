package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A commit waits for an acknowledgement that nobody gives, for an hour. */
class SwitchoverAcksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The wait ends with its session, which is ended after the grace. */
  @Matrix
  @Test
  void ofMariaDbItsSourceGivesItsPlaceAwayAllTheSame() throws Exception {
    try (Bed bed = start(ServerRelease.MARIADB_10_11_5)) {
      Thread waits = commit(bed);

      CommandResult done = switchOver(bed);

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertOver(waits);
      assertThat(ResolveBed.takesWrites(bed.server(2))).isTrue();
      assertThat(ResolveBed.takesWrites(bed.source())).isFalse();
      for (SandboxServer each : bed.sandbox().servers()) {
        Checksums.awaitEqual(bed.server(2), each, "d.t");
      }
    }
  }

  /** There no KILL ends it: nothing waits for it, it is said, and all is as it was. */
  @Matrix
  @Test
  void ofMySqlItIsRefusedSoonWithTheReason() throws Exception {
    try (Bed bed = start(ServerRelease.MYSQL_9_7)) {
      Thread waits = commit(bed);
      long began = System.nanoTime();

      CommandResult refused = switchOver(bed);

      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(PATIENCE);
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.output())
          .contains(
              "Commits wait for acknowledgements of its replicas: 1",
              "let replicas of " + bed.source().address() + " acknowledge again",
              "Everything was restored as it was.");
      bed.source().execute("SET GLOBAL rpl_semi_sync_source_enabled = OFF");
      assertOver(waits);
      assertThat(ResolveBed.takesWrites(bed.source())).isTrue();
      assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();

      CommandResult done = switchOver(bed);

      assertThat(done.exitCode()).as("%s", done).isZero();
      for (SandboxServer each : bed.sandbox().servers()) {
        Checksums.awaitEqual(bed.server(2), each, "d.t");
      }
    }
  }

  private static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release)
            .semiSync()
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            .options(
                1,
                "loose_rpl_semi_sync_master_timeout=3600000",
                "loose_rpl_semi_sync_source_timeout=3600000")
            .start();
    bed.createTable();
    bed.awaitKnown();
    replicas(bed).forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    replicas(bed).forEach(SwitchoverAcksTest::acknowledgeNoMore);
    return bed;
  }

  private static List<SandboxServer> replicas(Bed bed) {
    return List.of(bed.server(2), bed.server(3));
  }

  private static void acknowledgeNoMore(SandboxServer replica) {
    boolean isNew = replica.release().has(ServerFeature.SOURCE_REPLICA_TERMS);
    replica.stopReplication();
    replica.execute(
        "SET GLOBAL rpl_semi_sync_%s_enabled = OFF".formatted(isNew ? "replica" : "slave"));
    replica.startReplication();
  }

  /** The replicas have it, and nobody says so. */
  private static Thread commit(Bed bed) {
    Thread waits = Thread.ofVirtual().start(() -> bed.write(1));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(replicas(bed)).allMatch(each -> Bed.rows(each) == 1));
    assertThat(waits.isAlive()).as("a commit waits").isTrue();
    return waits;
  }

  private static CommandResult switchOver(Bed bed) {
    return bed.controller()
        .tutti(
            "switchover",
            bed.source().address().toString(),
            "--to",
            bed.server(2).address().toString(),
            "--grace",
            "1s",
            "--yes");
  }

  private static void assertOver(Thread waits) throws InterruptedException {
    waits.join(PATIENCE);
    assertThat(waits.isAlive()).as("a commit waits").isFalse();
  }
}
