package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An intermediate source is killed: its replicas replicate from its own source and lack nothing; it
 * comes back as a replica.
 */
class DeadIntermediateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ROWS = 50;

  private static Bed start(ServerRelease release, String policy) {
    Bed bed =
        Bed.of(release)
            .byGtid(true)
            .topology("1>2,2>3,2>4")
            .about(2)
            .durable()
            .operationMax(Duration.ofMinutes(4))
            .settings(
                Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms", "TUTTI_FAILOVER_POLICY", policy))
            .start();
    bed.createTable();
    CommandResult trusted = bed.controller().tutti("trust", bed.address(bed.source()).toString());
    assertThat(trusted.exitCode()).as("%s", trusted).isZero();
    for (SandboxServer each : List.of(bed.server(3), bed.server(4))) {
      Checksums.awaitEqual(bed.source(), each, "d.t");
      bed.controller().awaitDiscovered(bed.address(each), bed.address(bed.server(2)));
    }
    return bed;
  }

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MARIADB_10_11_5)
  void itsReplicasReplicateFromItsSource(ServerRelease release) throws Exception {
    try (Bed bed = start(release, "PROPOSE")) {
      String dead = bed.address(bed.server(2)).toString();
      bed.write(ROWS);
      bed.server(2).killHard();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            CommandResult shown = bed.controller().tutti("failover", dead, "--dry-run");
            assertThat(shown.exitCode()).as("%s", shown).isZero();
            assertThat(shown.output())
                .contains("is dead:", "has all that they received", "Nothing was changed.");
          });
      CommandResult done = bed.controller().tutti("failover", dead, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();

      assertAllAreBelowItsSource(bed);
    }
  }

  private static void assertAllAreBelowItsSource(Bed bed) {
    bed.write(ROWS);
    for (SandboxServer each : List.of(bed.server(3), bed.server(4))) {
      assertThat(each.replication())
          .singleElement()
          .satisfies(channel -> assertThat(channel.source()).isEqualTo(bed.source().address()));
      Checksums.awaitEqual(bed.source(), each, "d.t");
      assertThat(Bed.rows(each)).isEqualTo(2L * ROWS);
    }
    bed.server(2).start();
    Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
  }

  /** With the privileges that the plugin names, and no others. */
  @Matrix
  @ParameterizedTest
  @EnumSource(
      names = {
        "MYSQL_5_7_22",
        "MYSQL_8_0_15",
        "MYSQL_9_7",
        "MARIADB_10_1_8",
        "MARIADB_10_11_5",
        "MARIADB_11_4_5"
      })
  void itsReplicasAreMovedByThemselves(ServerRelease release) {
    try (Bed bed = start(release, "AUTO")) {
      bed.write(ROWS);
      for (SandboxServer each : List.of(bed.server(3), bed.server(4))) {
        Checksums.awaitEqual(bed.source(), each, "d.t");
      }
      long since = System.nanoTime();
      bed.server(2).killHard();
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .untilAsserted(() ->
              assertThat(bed.controller().tutti("operations", "list").output())
                  .containsPattern(
                      "policy:failover +\\S+ +SUCCEEDED +failover +" + bed.address(bed.server(2))));
      System.out.printf(
          "%s: kill -9 of an intermediate source to its replicas at its source %d ms%n",
          release, Duration.ofNanos(System.nanoTime() - since).toMillis());
      assertAllAreBelowItsSource(bed);
    }
  }
}
