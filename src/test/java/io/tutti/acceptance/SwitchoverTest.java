package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source gives its place to a replica, and takes it back, while an application writes all the
 * time: what was acknowledged is on all servers, all have the same rows, and never do two take
 * writes.
 */
class SwitchoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static Bed start(ServerRelease release, boolean byGtid) {
    return start(Bed.of(release).byGtid(byGtid));
  }

  static Bed start(BedBuilder builder) {
    Bed bed =
        builder
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            .start();
    bed.createTable();
    ApplicationWrites.createAccount(bed.source());
    bed.awaitKnown();
    bed.sandbox().servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    return bed;
  }

  @Journey
  @Test
  void ofMySql57() throws Exception {
    assertGoesThereAndBack(ServerRelease.MYSQL_5_7_22, true);
  }

  @Journey
  @Test
  void ofMariaDb1011() throws Exception {
    assertGoesThereAndBack(ServerRelease.MARIADB_10_11_5, true);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8", "MARIADB_11_4_5"})
  void ofOtherReleases(ServerRelease release) throws Exception {
    assertGoesThereAndBack(release, true);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MARIADB_10_11_5"})
  void byPosition(ServerRelease release) throws Exception {
    assertGoesThereAndBack(release, false);
  }

  private static void assertGoesThereAndBack(ServerRelease release, boolean byGtid)
      throws Exception {
    try (Bed bed = start(release, byGtid);
        ApplicationWrites writes = ApplicationWrites.start(bed.sandbox().servers())) {
      writes.awaitMore(bed.source(), 50);
      CommandResult shown =
          bed.controller().tutti("switchover", bed.source().address().toString(), "--dry-run");
      assertThat(shown.exitCode()).as("%s", shown).isZero();
      assertThat(shown.output()).contains("Checked:", "read_only", "Nothing was changed.");
      go(bed, writes, bed.source(), bed.server(2));
      go(bed, writes, bed.server(2), bed.source());
      writes.stop();
      assertAllAlike(bed, bed.source(), writes);
    }
  }

  /** Polled once a minute: what is known before is read as soon as the operation has ended. */
  @Journey
  @Test
  void isKnownBeforeTheNextPoll() {
    try (Bed bed =
        Bed.of(ServerRelease.MARIADB_10_11_5)
            .topology("1>2")
            .about(1)
            .durable()
            .mayAttach()
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "60s"))
            .start()) {
      bed.createTable();
      bed.awaitKnown();
      SandboxServer next = bed.server(2);
      Checksums.awaitEqual(bed.source(), next, "d.t");
      String old = bed.source().address().toString();

      CommandResult done =
          bed.controller().tutti("switchover", old, "--to", next.address().toString(), "--yes");

      assertThat(done.exitCode()).as("%s", done).isZero();
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> {
            assertThat(bed.controller().instance(next.address()).at("/channels")).isEmpty();
            assertThat(bed.controller().instance(old).at("/channels").toString())
                .contains(next.address().toString());
          });
    }
  }

  /** One gives its place to the other. */
  private static void go(Bed bed, ApplicationWrites writes, SandboxServer old, SandboxServer next) {
    long since = System.nanoTime();
    CommandResult done =
        bed.controller()
            .tutti(
                "switchover", old.address().toString(), "--to", next.address().toString(), "--yes");
    assertThat(done.exitCode()).as("%s", done).isZero();
    writes.awaitMore(next, 50);
    writes.assertOneAfterTheOther(old, next, since);
    System.out.printf(
        "%s: %d ms without a writer from %s to %s%n",
        old.release(), writes.pause(old, next, since).toMillis(), old.address(), next.address());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(bed.controller().instance(old.address()).at("/channels").toString())
                .contains(next.address().toString()));
  }

  /** All rows that were acknowledged are everywhere, and all servers have the same rows. */
  static void assertAllAlike(Bed bed, SandboxServer source, ApplicationWrites writes) {
    assertThat(source.replication()).isEmpty();
    assertThat(source.queryValue("SELECT @@global.read_only")).contains("0");
    assertThat(ids(source)).containsAll(writes.acknowledged());
    for (SandboxServer each : bed.sandbox().servers()) {
      if (each.node() != source.node()) {
        Checksums.awaitEqual(source, each, "d.t");
        assertThat(ids(each)).isEqualTo(ids(source));
        assertThat(each.replication())
            .singleElement()
            .satisfies(channel -> {
              assertThat(channel.isRunning()).as("%s", channel).isTrue();
              assertThat(channel.source()).isEqualTo(source.address());
            });
        assertThat(each.queryValue("SELECT @@global.read_only")).contains("1");
      }
    }
  }

  static List<Long> ids(SandboxServer server) {
    return server.query("SELECT id FROM d.t ORDER BY id").stream()
        .map(row -> Long.parseLong(row.firstText("id")))
        .toList();
  }

  /** Its open transaction and its lock keep nobody waiting for longer than the grace. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void ofASourceWhoseTablesAClientHasLocked(ServerRelease release) throws Exception {
    try (Bed bed = start(release, true);
        Connection client = bed.source().connect(SandboxAccount.ADMIN, FenceBed.STATEMENT_MAX);
        Statement statement = client.createStatement()) {
      statement.execute("LOCK TABLES d.t WRITE");
      CommandResult done =
          bed.controller()
              .tutti("switchover", bed.source().address().toString(), "--grace", "1s", "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(bed.source().replication()).hasSize(1);
    }
  }

  @Matrix
  @Test
  void isRefusedWithEachReason() throws Exception {
    try (Bed bed = start(ServerRelease.MYSQL_5_7_22, true)) {
      bed.server(2).stopReplication();
      bed.controller()
          .tutti("tag", "set", bed.server(3).address().toString(), "promotion=must_not");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            CommandResult refused =
                bed.controller()
                    .tutti("switchover", bed.source().address().toString(), "--dry-run");
            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
            assertThat(refused.toString())
                .contains(
                    bed.server(2).address() + " does not replicate",
                    bed.server(3).address() + " must not be promoted",
                    "Nothing was changed.");
          });
      assertThat(new TreeSet<>(ids(bed.source()))).isEqualTo(new TreeSet<>(ids(bed.server(3))));
      assertThat(bed.source().queryValue("SELECT @@global.read_only")).contains("0");
    }
  }
}
