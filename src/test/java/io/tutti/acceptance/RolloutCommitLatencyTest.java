package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Commits of a source wait for its replicas. Once the replica of the second wave was changed, its
 * acknowledgements come late: the gate sees that commits wait longer, its wave is undone, the one
 * before it is kept, and the third replica is not touched.
 */
class RolloutCommitLatencyTest {
  private static final Duration END_MAX = Duration.ofMinutes(4);
  private static final Duration ONE_WAY = Duration.ofMillis(40);
  private static final String BEFORE = "2";
  private static final String WANTED = "4";

  private static final String FILE =
      """
      name: latency
      targets: { roles: [replica] }
      settings: { replica_parallel_workers: 4 }
      waves: [ { count: 1 }, { count: 1 }, { percent: 100 } ]
      soak: PT15S
      approval: none
      """;

  private static Bed start(ServerRelease release) {
    return Bed.of(release)
        .topology("1>2,1>3,1>4")
        .semiSync()
        .proxiedLinks()
        .options(setting(release) + "=" + BEFORE, "innodb_flush_log_at_trx_commit=2")
        .start();
  }

  private static String setting(ServerRelease release) {
    return release == MARIADB_10_11_5 ? "slave_parallel_threads" : "replica_parallel_workers";
  }

  private static String workers(SandboxServer server) {
    return server.queryValue("SELECT @@global." + setting(server.release())).orElseThrow();
  }

  /** A source waits for the first of its replicas that acknowledges: here there is one. */
  private static void acknowledgeNoMore(SandboxServer replica) {
    replica.execute(
        replica.release() == MARIADB_10_11_5
            ? new String[] {
              "SET GLOBAL rpl_semi_sync_slave_enabled = OFF",
              "STOP SLAVE IO_THREAD",
              "START SLAVE IO_THREAD"
            }
            : new String[] {
              "SET GLOBAL rpl_semi_sync_replica_enabled = OFF",
              "STOP REPLICA IO_THREAD",
              "START REPLICA IO_THREAD"
            });
  }

  private static SandboxServer of(Bed bed, JsonNode rollout, int wave) {
    String address = RolloutCalls.instances(rollout, wave).getFirst();
    return bed.sandbox().servers().stream()
        .filter(each -> each.address().toString().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_9_7", "MARIADB_10_11_5"})
  void theWaveWhoseReplicaAcknowledgesLateIsUndone(ServerRelease release) {
    try (Bed bed = start(release)) {
      bed.awaitKnown();
      JsonNode plan = RolloutCalls.planned(bed.controller(), FILE);
      SandboxServer late = of(bed, plan, 2);
      acknowledgeNoMore(of(bed, plan, 1));
      acknowledgeNoMore(of(bed, plan, 3));
      try (WriteLoad first = WriteLoad.start(bed.source(), 20, "a");
          WriteLoad second = WriteLoad.start(bed.source(), 20, "b");
          WriteLoad third = WriteLoad.start(bed.source(), 20, "c")) {
        RolloutCalls rollout = RolloutCalls.create(bed.controller(), FILE);
        JsonNode watched =
            rollout.awaitThat(
                END_MAX,
                now ->
                    now.at("/atEnd").asBoolean()
                        || RolloutCalls.states(now, 2).equals(List.of("SOAKING", "SOAKING")));
        assertThat(workers(late)).as("%s", watched).isEqualTo(WANTED);
        bed.sandbox().link(bed.source().node(), late.node()).delay(ONE_WAY);

        JsonNode ended = rollout.awaitRest(END_MAX);

        assertStopped(bed, ended);
        assertSaid(rollout, ended, late);
      }
    }
  }

  private static void assertStopped(Bed bed, JsonNode ended) {
    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("PAUSED");
    assertThat(RolloutCalls.states(ended, 1)).containsExactly("KEPT", "KEPT");
    assertThat(RolloutCalls.states(ended, 2)).containsExactly("UNDONE", "UNDONE");
    assertThat(RolloutCalls.states(ended, 3)).containsExactly("PENDING", "PENDING");
    assertThat(List.of(1, 2, 3).stream().map(wave -> workers(of(bed, ended, wave))))
        .containsExactly(WANTED, BEFORE, BEFORE);
  }

  private static void assertSaid(RolloutCalls rollout, JsonNode ended, SandboxServer late) {
    assertThat(ended.at("/why").asString())
        .contains("Wave 2 is undone: %s: commits on its source wait ".formatted(late.address()))
        .contains("s longer for replicas");
    assertThat(rollout.page())
        .contains(
            "3 servers in 3 waves: 1 kept, 1 undone, 1 not reached.",
            "Wave 2 is undone: %s: commits on its source wait ".formatted(late.address()),
            "Wave 3 was not begun: nothing was changed on ");
  }
}
