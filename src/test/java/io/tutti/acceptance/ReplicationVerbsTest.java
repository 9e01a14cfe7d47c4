package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;

/** Replication is stopped, continued and begun: each row is there once, wherever it was written. */
class ReplicationVerbsTest {
  private static final int ROWS = 20;
  private static final int WRITES_PER_SECOND = 50;
  private static final String[] WRITTEN = {"load_a.writes", "load_b.writes"};

  private static Bed start(ServerRelease release, String topology) {
    Bed bed =
        Bed.of(release)
            .topology(topology)
            .byGtid(true)
            .mayAttach()
            .durable()
            .operationMax(Duration.ofMinutes(2))
            .start();
    bed.createTable();
    bed.awaitKnown();
    bed.sandbox().servers().forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    return bed;
  }

  private static String tutti(Bed bed, String... words) {
    CommandResult result = bed.controller().tutti(words);
    assertThat(result.exitCode()).as("%s", result).isZero();
    return result.output();
  }

  private static String name(Bed bed, int node) {
    return bed.address(bed.server(node)).toString();
  }

  private static void assertRuns(SandboxServer replica, SandboxServer source) {
    ReplicaStatus status = ReplicaStatus.of(replica);
    assertThat(status.text("Slave_IO_Running", "Replica_IO_Running")).isEqualTo("Yes");
    assertThat(status.text("Slave_SQL_Running", "Replica_SQL_Running")).isEqualTo("Yes");
    assertThat(status.text("Last_SQL_Errno")).isEqualTo("0");
    assertThat(status.text("Master_Port", "Source_Port"))
        .isEqualTo(Integer.toString(source.address().port()));
  }

  /** What it has executed, by name. */
  private static String executed(Bed bed, SandboxServer server) {
    return server
        .queryValue(
            bed.isMariaDb() ? "SELECT @@GLOBAL.gtid_current_pos" : "SELECT @@GLOBAL.gtid_executed")
        .orElseThrow();
  }

  private static void awaitLevel(Bed bed, SandboxServer one, SandboxServer other, int rows) {
    Checksums.awaitEqual(one, other, "d.t");
    await().untilAsserted(() -> assertThat(executed(bed, other)).isEqualTo(executed(bed, one)));
    assertThat(Bed.rows(other)).isEqualTo(rows);
  }

  /** Then as a server that replicates from nobody. */
  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MARIADB_10_11_5)
  void stoppedContinuedAndBegunAgain(ServerRelease release) {
    try (Bed bed = start(release, "1>2,1>3")) {
      SandboxServer replica = bed.server(3);
      bed.write(ROWS);
      awaitLevel(bed, bed.source(), replica, ROWS);

      PageExamples.of("relocation.md", "Stopping and starting")
          .assertPrintedBy(bed.controller(), name(bed, 3), name(bed, 1));
      assertRuns(replica, bed.source());
      tutti(bed, "detach", name(bed, 3), "--yes");
      ReplicaStatus stopped = ReplicaStatus.of(replica);
      assertThat(stopped.text("Slave_IO_Running", "Replica_IO_Running")).isEqualTo("No");
      assertThat(stopped.text("Slave_SQL_Running", "Replica_SQL_Running")).isEqualTo("No");
      bed.write(ROWS);
      assertThat(ReplicaStatus.of(replica).applied()).isEqualTo(stopped.applied());
      assertThat(Bed.rows(replica)).isEqualTo(ROWS);
      tutti(bed, "attach", name(bed, 3), "--yes");
      assertRuns(replica, bed.source());
      awaitLevel(bed, bed.source(), replica, 2 * ROWS);

      replica.execute("STOP SLAVE", "RESET SLAVE ALL");
      assertThat(replica.replication()).isEmpty();
      bed.write(ROWS);
      PageExamples.of("relocation.md", "Beginning to replicate")
          .assertPrintedBy(bed.controller(), name(bed, 3), name(bed, 2), name(bed, 1));
      tutti(bed, "replicate", name(bed, 3), "--from", name(bed, 2), "--yes");
      assertRuns(replica, bed.server(2));
      bed.write(ROWS);
      awaitLevel(bed, bed.source(), replica, 4 * ROWS);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases({ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5})
  void coPrimariesGiveTheirPlaceToEachOther(ServerRelease release) {
    try (Bed bed = start(release, "1>2,1>3")) {
      bed.write(ROWS);
      tutti(bed, "co-primary", name(bed, 2), "--yes");
      assertRuns(bed.source(), bed.server(2));
      assertRuns(bed.server(2), bed.source());
      assertThat(bed.server(2).queryValue("SELECT @@read_only")).contains("1");
      bed.write(ROWS);
      awaitLevel(bed, bed.source(), bed.server(2), 2 * ROWS);

      tutti(bed, "switchover", name(bed, 1), "--to", name(bed, 2), "--yes");
      assertThat(bed.source().queryValue("SELECT @@read_only")).contains("1");
      assertThat(bed.server(2).queryValue("SELECT @@read_only")).contains("0");
      bed.write(bed.server(2), ROWS);
      awaitLevel(bed, bed.server(2), bed.source(), 3 * ROWS);
      awaitLevel(bed, bed.server(2), bed.server(3), 3 * ROWS);
      assertRuns(bed.source(), bed.server(2));

      bed.server(2).killHard();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> {
            CommandResult shown = bed.controller().tutti("failover", name(bed, 2), "--dry-run");
            assertThat(shown.exitCode()).as("%s", shown).isZero();
          });
      tutti(bed, "failover", name(bed, 2), "--yes");
      assertThat(bed.source().queryValue("SELECT @@read_only")).contains("0");
      assertThat(bed.source().replication()).isEmpty();
      assertRuns(bed.server(3), bed.source());
      bed.write(ROWS);
      awaitLevel(bed, bed.source(), bed.server(3), 4 * ROWS);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases({ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5})
  void itsReplicasGoAlong(ServerRelease release) throws Exception {
    try (Bed bed = start(release, "1>2,1>3,3>4")) {
      bed.controller().awaitDiscovered(bed.address(bed.server(4)), bed.address(bed.server(3)));
      WriteLoad load = WriteLoad.start(bed.source(), WRITES_PER_SECOND);
      CommandResult refused =
          bed.controller().tutti("relocate", name(bed, 3), "--below", name(bed, 2), "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.errors()).contains("would go along", "--with-replicas");

      tutti(bed, "relocate", name(bed, 3), "--below", name(bed, 2), "--with-replicas", "--yes");
      assertRuns(bed.server(3), bed.server(2));
      assertRuns(bed.server(4), bed.server(3));
      load.close();
      Checksums.awaitEqual(bed.source(), bed.server(4), WRITTEN);
      Checksums.awaitEqual(bed.source(), bed.server(3), WRITTEN);
      await()
          .untilAsserted(() ->
              assertThat(executed(bed, bed.server(4))).isEqualTo(executed(bed, bed.source())));
    }
  }
}
