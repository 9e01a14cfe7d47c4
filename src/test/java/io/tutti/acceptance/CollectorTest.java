package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A replica collects what two sources write, and another one replicates from the first of them
 * alone. What the collector has of the other source is nothing that it has of the first: where that
 * dies, the plain replica takes its place, and nothing of the other one comes to it.
 */
class CollectorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Journey
  @Test
  void ofMySql57() {
    assertPlainReplicaIsPromoted(ServerRelease.MYSQL_5_7_22);
  }

  @Journey
  @Test
  void ofMariaDb1011() {
    assertPlainReplicaIsPromoted(ServerRelease.MARIADB_10_11_5);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_2_11", "MARIADB_11_4_5"})
  void ofOtherReleases(ServerRelease release) {
    assertPlainReplicaIsPromoted(release);
  }

  private static Bed start(ServerRelease release, Map<String, String> settings) {
    BedBuilder builder =
        Bed.of(release)
            .byGtid(true)
            .topology("1>3,2>3,1>4")
            .about(1)
            .mayAttach()
            .settings(settings)
            .operationMax(Duration.ofMinutes(4));
    if (release.family() == ServerFamily.MARIADB) {
      builder.options(2, "gtid_domain_id=2");
    }
    Bed bed = builder.start();
    bed.createTable();
    bed.server(2).execute("CREATE DATABASE e", "CREATE TABLE e.t (id INT PRIMARY KEY)");
    bed.write(5);
    collect(bed, 1);
    Checksums.awaitEqual(bed.source(), bed.server(3), "d.t");
    Checksums.awaitEqual(bed.source(), bed.server(4), "d.t");
    bed.controller().awaitDiscovered(bed.server(3).address(), bed.server(2).address());
    bed.awaitKnown();
    return bed;
  }

  /** A row of the other source comes to the collector. */
  private static void collect(Bed bed, int row) {
    bed.server(2).execute("INSERT INTO e.t VALUES (%d)".formatted(row));
    Checksums.awaitEqual(bed.server(2), bed.server(3), "e.t");
  }

  private static void assertPlainReplicaIsPromoted(ServerRelease release) {
    try (Bed bed = start(release, Map.of())) {
      String source = bed.source().address().toString();
      kill(bed);
      CommandResult done = bed.controller().tutti("failover", source, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(done.output()).contains("and nothing is lost");
      assertTookOver(bed);
    }
  }

  private static void kill(Bed bed) {
    String source = bed.source().address().toString();
    bed.source().killHard();
    await()
        .atMost(PATIENCE)
        .until(() -> bed.operations().findings(bed.address(bed.source())).contains("SOURCE_DEAD"));
    CommandResult shown = bed.controller().tutti("failover", source, "--dry-run");
    assertThat(shown.toString()).contains(bed.server(4).address().toString());
  }

  /** The plain one serves, and the collector follows it, and the other source as before. */
  private static void assertTookOver(Bed bed) {
    SandboxServer plain = bed.server(4);
    SandboxServer collector = bed.server(3);
    assertThat(ResolveBed.takesWrites(plain)).as("the plain replica takes writes").isTrue();
    assertThat(ResolveBed.takesWrites(collector)).as("the collector takes writes").isFalse();
    plain.execute("INSERT INTO d.t VALUES (%d)".formatted(bed.nextRow()));
    collect(bed, 2);
    Checksums.awaitEqual(plain, collector, "d.t");
    assertThat(plain.query("SHOW DATABASES LIKE 'e'")).as("what the other one wrote").isEmpty();
    assertThat(collector.replication())
        .extracting(channel -> channel.source())
        .containsExactlyInAnyOrder(plain.address(), bed.server(2).address());
    assertThat(collector.replication()).allMatch(channel -> channel.isRunning());
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5},
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_11_4_5})
  void aCollectorIsPromotedByItsName(ServerRelease release) {
    try (Bed bed = start(release, Map.of())) {
      String source = bed.source().address().toString();
      String collector = bed.server(3).address().toString();
      kill(bed);
      CommandResult shown =
          bed.controller().tutti("failover", source, "--to", collector, "--dry-run");
      assertThat(shown.output())
          .contains(
              "%s replicates from %s".formatted(collector, bed.server(2).address()),
              "what comes from there comes to all that replicate from it");
      CommandResult done = bed.controller().tutti("failover", source, "--to", collector, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(ResolveBed.takesWrites(bed.server(3))).isTrue();
      collect(bed, 2);
      Checksums.awaitEqual(bed.server(3), bed.server(4), "e.t");
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5},
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_11_4_5})
  void aPlainReplicaIsPromotedByItself(ServerRelease release) {
    try (Bed bed = start(release, Map.of("TUTTI_FAILOVER_POLICY", "AUTO"))) {
      bed.source().killHard();
      await().atMost(PATIENCE).until(() -> ResolveBed.takesWrites(bed.server(4)));
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(bed.server(3).replication())
                  .extracting(channel -> channel.source())
                  .containsExactlyInAnyOrder(bed.server(4).address(), bed.server(2).address()));
      assertTookOver(bed);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5},
      thorough = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_11_4_5})
  void whereOnlyACollectorIsThereAPersonNamesIt(ServerRelease release) {
    try (Bed bed = start(release, Map.of())) {
      String source = bed.source().address().toString();
      String collector = bed.server(3).address().toString();
      bed.controller().tutti("crash", "rebuild", bed.server(4).address().toString(), "--mark");
      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .until(
              () -> bed.operations().findings(bed.address(bed.source())).contains("SOURCE_DEAD"));
      CommandResult refused = bed.controller().tutti("failover", source, "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.toString())
          .contains(
              "replicates from %s".formatted(bed.server(2).address()),
              "tutti failover %s --to %s".formatted(source, collector))
          .doesNotContain("crash resolve");
    }
  }
}
