package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_2_11;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_11_4_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The host of a source loses its power, or the way to it: nobody is told, and receivers wait for it
 * as long as servers do by default. A replica takes writes within seconds, by itself.
 */
class ReconnectTest {
  /**
   * Receivers notice by themselves after 60 s. How long it takes on a machine that nobody else uses
   * is measured by {@code benchmarks/run vanished}.
   */
  private static final Duration BY_THEMSELVES = Duration.ofSeconds(60);

  private static BedBuilder bed(ServerRelease release, String topology) {
    return Bed.of(release)
        .topology(topology)
        .ownHost(1)
        .usualTimeouts()
        .about(1)
        .durable()
        .mayAttach()
        .settings(Map.of("TUTTI_FAILOVER_POLICY", "AUTO"));
  }

  @ParameterizedTest
  @Releases(
      value = {MYSQL_8_0_15, MARIADB_10_11_5},
      thorough = {MYSQL_5_7_22, MYSQL_9_7, MARIADB_10_2_11, MARIADB_11_4_5})
  void aReplicaTakesWritesWithinSeconds(ServerRelease release) {
    assertTakenOver(release, bed(release, "1>2,1>3"));
  }

  @Matrix
  @ParameterizedTest
  @Releases(value = MYSQL_8_0_15, thorough = MARIADB_11_4_5)
  void soDoesTheOnlyReplica(ServerRelease release) {
    assertTakenOver(release, bed(release, "1>2"));
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_9_7,
      thorough = {MARIADB_10_11_5, MARIADB_11_4_5})
  void soDoesOneThatAcknowledges(ServerRelease release) {
    assertTakenOver(release, bed(release, "1>2,1>3").semiSync());
  }

  private static void assertTakenOver(ServerRelease release, BedBuilder builder) {
    try (Bed bed = builder.start()) {
      bed.createTable();
      ApplicationWrites.createAccount(bed.source());
      bed.awaitKnown();
      List<SandboxServer> replicas =
          bed.sandbox().servers().stream().filter(each -> each.node() != 1).toList();
      replicas.forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
      ApplicationWrites writes = ApplicationWrites.start(bed.sandbox().servers());
      writes.awaitMore(bed.source(), 100);

      long began = System.nanoTime();
      bed.source().vanish();
      SandboxServer now = awaitTaking(writes, replicas, began);
      Duration took = writes.pause(bed.source(), now, began);

      System.out.printf("%s: host gone, nobody could write for %d ms%n", release, took.toMillis());
      writes.stop();
      assertThat(took).isLessThan(BY_THEMSELVES);
    }
  }

  private static SandboxServer awaitTaking(
      ApplicationWrites writes, List<SandboxServer> replicas, long since) {
    await()
        .atMost(Duration.ofSeconds(100))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> replicas.stream().anyMatch(each -> writes.hasTaken(each, since)));
    return replicas.stream().filter(each -> writes.hasTaken(each, since)).findFirst().orElseThrow();
  }
}
