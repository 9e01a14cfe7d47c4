package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_11_4_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Acknowledgements (semi-sync) go with the roles: who takes the place waits as the old one did. */
class AcksOfRolesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @Releases(
      value = MARIADB_10_11_5,
      thorough = {MYSQL_9_7, MARIADB_11_4_5})
  void theyGoOverInASwitchoverAndInAFailover(ServerRelease release) throws Exception {
    try (Bed bed = start(release, "1>2,1>3", 7000)) {
      CommandResult planned = switchOver(bed, 1, 2, "--dry-run");
      assertThat(planned.output())
          .contains(name(release, "source_enabled", "master_enabled") + " = ON");

      CommandResult done = switchOver(bed, 1, 2, "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertWaitsAs(bed.server(2), 7000, 2);
      assertOnlyGives(bed.server(1));
      long before = acknowledged(bed.server(2));
      bed.server(2).execute("INSERT INTO d.t (id) VALUES (1001)");
      assertThat(acknowledged(bed.server(2))).isGreaterThan(before);
      for (SandboxServer each : bed.sandbox().servers()) {
        Checksums.awaitEqual(bed.server(2), each, "d.t");
      }
      bed.awaitKnown();
      assertThat(bed.findings()).doesNotContain("SOURCE_WAITS_FOR_ACKS", "SEMI_SYNC_LOST");

      bed.server(2).killHard();
      CommandResult failed = failOver(bed);

      assertThat(failed.exitCode()).as("%s", failed).isZero();
      SandboxServer last = ResolveBed.takesWrites(bed.server(1)) ? bed.server(1) : bed.server(3);
      assertWaitsAs(last, 7000, 1);
      last.execute("INSERT INTO d.t (id) VALUES (1002)");
      assertThat(acknowledged(last)).isPositive();
    }
  }

  /** Nobody but the old source can acknowledge, and it does as soon as it replicates. */
  @Matrix
  @ParameterizedTest
  @Releases(value = MARIADB_10_11_5, thorough = MYSQL_9_7)
  void ofTwoServersTheOldSourceAcknowledges(ServerRelease release) throws Exception {
    try (Bed bed = start(release, "1>2", 3_600_000)) {
      CommandResult done = switchOver(bed, 1, 2, "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertWaitsAs(bed.server(2), 3_600_000, 1);
      assertOnlyGives(bed.server(1));
      bed.server(2).execute("INSERT INTO d.t (id) VALUES (1001)");
      assertThat(acknowledged(bed.server(2))).isPositive();
      Checksums.awaitEqual(bed.server(2), bed.server(1), "d.t");

      CommandResult back = switchOver(bed, 2, 1, "--yes");

      assertThat(back.exitCode()).as("%s", back).isZero();
      assertWaitsAs(bed.server(1), 3_600_000, 1);
      assertOnlyGives(bed.server(2));
    }
  }

  /** By position, where nobody writes to either until all have found their places. */
  @Matrix
  @ParameterizedTest
  @Releases(value = MARIADB_10_11_5, thorough = MYSQL_9_7)
  void byPositionTheyGoOverAsWell(ServerRelease release) throws Exception {
    try (Bed bed = described(release, "1>2,1>3", 7000).byGtid(false).start()) {
      begin(bed);
      CommandResult done = switchOver(bed, 1, 2, "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertWaitsAs(bed.server(2), 7000, 2);
      assertOnlyGives(bed.server(1));
    }
  }

  /** Where the new source cannot wait, a switchover is refused, or somebody does without. */
  @Matrix
  @Test
  void whereTheyCannotGoOverItIsRefusedOrTakenOn() throws Exception {
    try (Bed bed = start(MYSQL_9_7, "1>2,1>3", 7000)) {
      bed.server(2).execute("UNINSTALL PLUGIN rpl_semi_sync_source");
      bed.awaitKnown();

      CommandResult refused = switchOver(bed, 1, 2, "--yes");

      assertThat(refused.exitCode()).as("%s", refused).isNotZero();
      assertThat(refused.toString().replaceAll("\\s+", " "))
          .contains("cannot wait for acknowledgements", "--leave acks", "Nothing was changed");
      assertThat(ResolveBed.takesWrites(bed.server(1))).isTrue();
      assertThat(variable(bed.server(1), "source_enabled", "master_enabled")).isEqualTo("ON");

      CommandResult done = switchOver(bed, 1, 2, "--leave", "acks", "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(variable(bed.server(1), "source_enabled", "master_enabled")).isEqualTo("OFF");
      assertThat(variable(bed.server(1), "replica_enabled", "slave_enabled")).isEqualTo("ON");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).contains("SEMI_SYNC_LOST"));
      assertThat(bed.findings()).doesNotContain("SOURCE_WAITS_FOR_ACKS");
    }
  }

  private static BedBuilder described(ServerRelease release, String topology, long timeout) {
    return Bed.of(release)
        .semiSync()
        .topology(topology)
        .about(1)
        .durable()
        .mayAttach()
        .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
        .options(
            1,
            "loose_rpl_semi_sync_master_timeout=" + timeout,
            "loose_rpl_semi_sync_source_timeout=" + timeout);
  }

  private static Bed start(ServerRelease release, String topology, long timeout) throws Exception {
    Bed bed = described(release, topology, timeout).start();
    begin(bed);
    return bed;
  }

  private static void begin(Bed bed) throws Exception {
    bed.createTable();
    bed.write(3);
    bed.awaitKnown();
    for (SandboxServer each : bed.sandbox().servers()) {
      Checksums.awaitEqual(bed.source(), each, "d.t");
    }
  }

  private static CommandResult switchOver(Bed bed, int from, int to, String... more) {
    return bed.controller()
        .tutti(
            Stream.concat(
                    Stream.of(
                        "switchover",
                        bed.server(from).address().toString(),
                        "--to",
                        bed.server(to).address().toString()),
                    Stream.of(more))
                .toArray(String[]::new));
  }

  private static CommandResult failOver(Bed bed) {
    String lost = bed.server(2).address().toString();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().tutti("failover", lost, "--dry-run").exitCode()).isZero());
    return bed.controller().tutti("failover", lost, "--yes");
  }

  private static void assertWaitsAs(SandboxServer source, long timeout, int replicas) {
    assertThat(variable(source, "source_enabled", "master_enabled")).isEqualTo("ON");
    assertThat(variable(source, "source_timeout", "master_timeout"))
        .isEqualTo(Long.toString(timeout));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(status(source, "source_clients", "master_clients"))
                .isEqualTo(Integer.toString(replicas)));
    assertThat(status(source, "source_status", "master_status")).isEqualTo("ON");
  }

  /** It waits for nobody, and acknowledges. */
  private static void assertOnlyGives(SandboxServer replica) {
    assertThat(variable(replica, "source_enabled", "master_enabled")).isEqualTo("OFF");
    assertThat(variable(replica, "replica_enabled", "slave_enabled")).isEqualTo("ON");
    assertThat(status(replica, "replica_status", "slave_status")).isEqualTo("ON");
  }

  private static long acknowledged(SandboxServer source) {
    return Long.parseLong(status(source, "source_yes_tx", "master_yes_tx"));
  }

  private static String name(ServerRelease release, String now, String before) {
    return "rpl_semi_sync_" + (release.has(ServerFeature.SOURCE_REPLICA_TERMS) ? now : before);
  }

  private static String variable(SandboxServer server, String now, String before) {
    return shown(server, "VARIABLES", now, before);
  }

  private static String status(SandboxServer server, String now, String before) {
    return shown(server, "STATUS", now, before);
  }

  private static String shown(SandboxServer server, String what, String now, String before) {
    return server
        .query("SHOW GLOBAL %s LIKE '%s'".formatted(what, name(server.release(), now, before)))
        .getFirst()
        .firstText("Value");
  }
}
