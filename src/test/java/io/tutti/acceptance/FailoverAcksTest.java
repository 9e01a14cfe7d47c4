package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source and one of its two replicas are killed: without acknowledgements nobody knows what that
 * replica had, and the failover is refused. Where the commits waited for the other one, it is
 * proved that it has all that a client was told of, and it takes the place.
 */
class FailoverAcksTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @Matrix
  @Test
  void ofMySql97WhereBothMustAcknowledge() throws Exception {
    assertProofDecides(ServerRelease.MYSQL_9_7);
  }

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MARIADB_10_11_5", "MARIADB_11_4_5"})
  void ofMariaDbWhereOnlyTheOtherAcknowledges(ServerRelease release) throws Exception {
    assertProofDecides(release);
  }

  private static void assertProofDecides(ServerRelease release) throws Exception {
    try (Bed bed = SwitchoverTest.start(release, true)) {
      String source = bed.source().address().toString();
      bed.write(5);
      bothDie(bed);
      awaitShown(
          bed, 1, "may have something that no other has", "do not wait for acknowledgements");
      bed.source().start();
      bed.server(3).start();
      bed.server(3).startReplication();
      Checksums.awaitEqual(bed.source(), bed.server(3), "d.t");

      // One that was started later may have dropped what it acknowledged.
      Bed.awaitUptime(bed.server(2), 12);
      letWait(bed);
      SortedSet<Long> acknowledged = writeUntilItsDeath(bed);
      awaitShown(bed, 0, "every acknowledged commit together, and 1 can be read");
      CommandResult done = bed.controller().tutti("failover", source, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();

      assertThat(ResolveBed.takesWrites(bed.server(2))).isTrue();
      assertThat(acknowledged).hasSizeGreaterThan(150);
      assertThat(
              bed.server(2).query("SELECT id FROM d.t").stream()
                  .map(row -> Long.valueOf(row.firstText("id"))))
          .containsAll(acknowledged);
      assertThat(done.output().replaceAll("\\s+", " "))
          .contains("Semi-sync: each commit of " + source);
    }
  }

  /** No replica gets it and no client is informed, but its binlog has it when it is back. */
  @Matrix
  @Test
  void whatTheOldSourceAloneHasWhenItIsBackWasNeverAcknowledged() throws Exception {
    try (Bed bed =
        Bed.of(ServerRelease.MYSQL_9_7)
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .proxiedLinks()
            .start()) {
      bed.createTable();
      bed.write(5);
      bed.awaitKnown();
      Bed.awaitUptime(bed.server(3), 12);
      letWait(bed);
      awaitActive(bed);
      bed.write(5);
      awaitReadAgain(bed);
      awaitReadAgain(bed);
      assertThat(isAcknowledgedThoughItDies(bed, 777)).isFalse();

      awaitShown(bed, 0, "let clients write to");
      CommandResult done =
          bed.controller().tutti("failover", bed.source().address().toString(), "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      bed.source().start();

      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(shownIncident(bed))
                  .contains("was never acknowledged: no client was informed"));
      assertThat(SwitchoverTest.ids(bed.source())).contains(777L);
      SandboxServer now = ResolveBed.takesWrites(bed.server(2)) ? bed.server(2) : bed.server(3);
      assertThat(SwitchoverTest.ids(now)).hasSize(10).doesNotContain(777L);
    }
  }

  private static String shownIncident(Bed bed) {
    String id =
        bed.controller()
            .get(
                "/incidents?instance="
                    + RunningController.encoded(bed.source().address().toString()))
            .text("/items/0/id");
    return bed.controller().tutti("crash", "show", id).output().replaceAll("\\s+", " ");
  }

  /** A commit waits for replicas that cannot connect, and its source is killed. */
  private static boolean isAcknowledgedThoughItDies(Bed bed, int row) throws InterruptedException {
    bed.sandbox().link(1, 2).cut();
    bed.sandbox().link(1, 3).cut();
    AtomicBoolean isAcknowledged = new AtomicBoolean();
    Thread client =
        Thread.ofVirtual()
            .start(() -> {
              try {
                bed.source().execute("INSERT INTO d.t VALUES (" + row + ")");
                isAcknowledged.set(true);
              } catch (RuntimeException e) {
                // It is not informed.
              }
            });
    awaitStatus(bed.source(), "Rpl_semi_sync_source_wait_sessions", 1);
    bed.source().killHard();
    client.join(PATIENCE);
    return isAcknowledged.get();
  }

  private static void bothDie(Bed bed) {
    bed.server(3).killHard();
    bed.source().killHard();
  }

  /** Both replicas must acknowledge, or the one that survives alone can. */
  private static void letWait(Bed bed) {
    SandboxServer source = bed.source();
    if (bed.isMariaDb()) {
      source.execute(
          "SET GLOBAL rpl_semi_sync_master_wait_point = 'AFTER_SYNC'",
          "SET GLOBAL rpl_semi_sync_master_enabled = ON");
      bed.server(2)
          .execute("SET GLOBAL rpl_semi_sync_slave_enabled = ON", "STOP SLAVE", "START SLAVE");
      awaitStatus(source, "Rpl_semi_sync_master_clients", 1);
      return;
    }
    source.execute(
        "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
        "SET GLOBAL rpl_semi_sync_source_wait_for_replica_count = 2",
        "SET GLOBAL rpl_semi_sync_source_enabled = ON");
    for (int node = 2; node <= 3; node++) {
      bed.server(node)
          .execute(
              "INSTALL PLUGIN rpl_semi_sync_replica SONAME 'semisync_replica.so'",
              "SET GLOBAL rpl_semi_sync_replica_enabled = ON",
              "STOP REPLICA IO_THREAD",
              "START REPLICA IO_THREAD");
    }
    awaitStatus(source, "Rpl_semi_sync_source_clients", 2);
  }

  private static void awaitStatus(SandboxServer source, String counter, int count) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            source
                .query("SHOW GLOBAL STATUS LIKE '%s'".formatted(counter))
                .getFirst()
                .firstText("Value")
                .equals(String.valueOf(count)));
  }

  /** Long enough that the controller has read it several times since it waits. */
  private static SortedSet<Long> writeUntilItsDeath(Bed bed) {
    try (ApplicationWrites writes = ApplicationWrites.start(List.of(bed.source()))) {
      awaitActive(bed);
      for (int second = 0; second < 3; second++) {
        writes.awaitMore(bed.source(), 50);
      }
      awaitReadAgain(bed);
      awaitReadAgain(bed);
      bothDie(bed);
      writes.stop();
      return writes.acknowledged();
    }
  }

  private static void awaitActive(Bed bed) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            bed.awaitReported("").path("semiSync").path("sourceActive").path("value").asBoolean());
  }

  private static void awaitReadAgain(Bed bed) {
    String before = bed.awaitReported("").path("observedAt").toString();
    await()
        .atMost(PATIENCE)
        .until(() -> !bed.awaitReported("").path("observedAt").toString().equals(before));
  }

  private static void awaitShown(Bed bed, int exitCode, String... sentences) {
    String source = bed.source().address().toString();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          CommandResult shown = bed.controller().tutti("failover", source, "--dry-run");
          assertThat(shown.exitCode()).as("%s", shown).isEqualTo(exitCode);
          assertThat(shown.toString().replaceAll("\\s+", " ")).contains(sentences);
        });
  }
}
