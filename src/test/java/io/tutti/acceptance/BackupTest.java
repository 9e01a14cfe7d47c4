package io.tutti.acceptance;

import static io.tutti.acceptance.BackupCalls.assertState;
import static io.tutti.acceptance.BackupCalls.awaitRow;
import static io.tutti.acceptance.BackupCalls.begin;
import static io.tutti.acceptance.BackupCalls.begun;
import static io.tutti.acceptance.BackupCalls.closed;
import static io.tutti.acceptance.BackupCalls.end;
import static io.tutti.acceptance.BackupCalls.opened;
import static io.tutti.acceptance.BackupCalls.statements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.BackupCalls.Writer;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Copies that were taken within a session replicate; without one, of a replica with a gap, not. */
class BackupTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Taken while the source is written to, by each coordinate. */
  @ParameterizedTest
  @Cases(
      value = "MYSQL_5_7_22, POSITION, SOURCE_POSITION",
      thorough = {
        "MYSQL_5_6_14, GTID, GTID",
        "MYSQL_8_0_15, GTID, GTID",
        "MYSQL_8_0_15, POSITION_CLOCK, OWN_POSITION",
        "MYSQL_9_7, GTID, SOURCE_POSITION",
        "MYSQL_9_7, GTID, GTID",
        "MARIADB_10_1_8, GTID, GTID",
        "MARIADB_10_11_5, POSITION, SOURCE_POSITION",
        "MARIADB_11_4_5, GTID, GTID",
        "MARIADB_11_4_5, POSITION, OWN_POSITION"
      })
  void aCopyOfASessionReplicates(ServerRelease release, Mode mode, String by) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode);
        RestoredCopy copy = RestoredCopy.fresh(release, mode)) {
      bed.write(6);
      List<String> dump;
      JsonNode session;
      try (Writer writer = new Writer(bed)) {
        session = begun(bed, "{\"ttl\":\"PT5M\"}");
        assertThat(bed.applierRuns()).isFalse();
        assertThat(bed.receiverRuns()).isTrue();
        dump = RestoredCopy.dump(bed.replica());
        assertThat(RestoredCopy.dump(bed.replica())).as("nothing moves").isEqualTo(dump);

        assertState("SUCCEEDED", end(bed));

        await().atMost(PATIENCE).until(bed::applierRuns);
      }
      copy.restore(dump);
      copy.attach(statements(session, by));
      copy.awaitSameAs(bed.source());
      bed.assertReplicatesTheSame();
      copy.awaitSameAs(bed.source());
    }
  }

  /** By the server's own plugin, which takes GTIDs, positions and the donor's channel with it. */
  @Matrix
  @ParameterizedTest
  @ValueSource(strings = {"GTID", "SOURCE_POSITION", "OWN_POSITION"})
  void aCloneOfASessionReplicates(String by) {
    String plugin = "plugin-load-add=mysql_clone.so";
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_9_7, Mode.GTID, plugin);
        RestoredCopy copy = RestoredCopy.fresh(ServerRelease.MYSQL_9_7, Mode.GTID, plugin)) {
      bed.write(6);
      JsonNode session;
      try (Writer writer = new Writer(bed)) {
        session = begun(bed, "{\"ttl\":\"PT5M\"}");
        copy.cloneOf(bed.replica());
        assertState("SUCCEEDED", end(bed));
      }
      copy.attach(statements(session, by));
      copy.awaitSameAs(bed.source());
      bed.assertReplicatesTheSame();
      copy.awaitSameAs(bed.source());
    }
  }

  /** The proof that the feature matters: the usual way, of a replica that has a gap just then. */
  @Matrix
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22, POSITION", "MARIADB_10_1_8, GTID"})
  void aCopyWithoutASessionIsDamaged(ServerRelease release, Mode mode) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode);
        RestoredCopy damaged = RestoredCopy.fresh(release, mode);
        RestoredCopy whole = RestoredCopy.fresh(release, mode)) {
      bed.write(7);
      List<String> dump;
      Row shown;
      try (Connection lock = bed.runPastALockedRow(20)) {
        shown = bed.replica().query("SHOW SLAVE STATUS").getFirst();
        dump = RestoredCopy.dump(bed.replica());
        JsonNode late = begin(bed, "{\"deadline\":\"PT3S\"}");
        assertThat(late.at("/state").asString()).as("%s", late).isIn("UNDONE", "FAILED");
        assertThat(bed.applierRuns()).isTrue();
        lock.rollback();
      }
      await().atMost(PATIENCE).until(bed::applierRuns);
      damaged.restore(dump);
      damaged.attach(
          List.of(
              "CHANGE MASTER TO MASTER_HOST='%s', MASTER_PORT=%d, MASTER_USER='REPLICATION_USER', MASTER_PASSWORD='REPLICATION_PASSWORD', MASTER_LOG_FILE='%s', MASTER_LOG_POS=%s"
                  .formatted(
                      bed.source().address().host(),
                      bed.source().port(),
                      shown.firstText("Relay_Master_Log_File"),
                      shown.firstText("Exec_Master_Log_Pos"))));
      if (release.family() == ServerFamily.MARIADB) {
        // It replicates without an error, and lacks rows for good.
        bed.write(3);
        awaitRow(damaged.server(), bed);
        assertThat(RestoredCopy.checksums(damaged.server()))
            .isNotEqualTo(RestoredCopy.checksums(bed.source()));
      } else {
        assertThat(damaged.awaitApplierError()).contains("1062").contains("Duplicate entry");
      }

      JsonNode session = begun(bed, "{\"ttl\":\"PT5M\"}");
      List<String> honest = RestoredCopy.dump(bed.replica());
      assertState("SUCCEEDED", end(bed));
      whole.restore(honest);
      whole.attach(
          statements(
              session, release.family() == ServerFamily.MARIADB ? "GTID" : "SOURCE_POSITION"));
      whole.awaitSameAs(bed.source());
    }
  }

  /**
   * It was killed with a gap and stands: the gap is closed first, and it stands again at the end.
   */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, POSITION, SOURCE_POSITION",
    "MYSQL_8_0_15, GTID, GTID",
    "MARIADB_10_1_8, GTID, GTID"
  })
  void aStoppedReplicaIsCopiedOnceItsGapIsClosed(ServerRelease release, Mode mode, String by)
      throws SQLException {
    String[] options =
        release.family() == ServerFamily.MARIADB
            ? new String[0]
            : new String[] {"relay_log_recovery=0"};
    try (GapBed bed = GapBed.start(release, mode, options);
        RestoredCopy copy = RestoredCopy.fresh(release, mode)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      assertThat(bed.missing()).isNotEmpty();

      JsonNode session = begun(bed, "{\"ttl\":\"PT5M\"}");

      assertThat(bed.missing()).isEmpty();
      assertThat(session.at("/channels/0/ran").asBoolean()).isFalse();
      List<String> dump = RestoredCopy.dump(bed.replica());
      assertState("SUCCEEDED", end(bed));
      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      copy.restore(dump);
      copy.attach(statements(session, by));
      copy.awaitSameAs(bed.source());
    }
  }

  /** Every channel is attached where it stood; one channel alone tells its own position only. */
  @Matrix
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aCopyOfAReplicaOfTwoSourcesReplicatesFromBoth(ServerRelease release) throws SQLException {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>3,2>3")
                .positionBased()
                .start();
        RunningController controller = RunningController.start(Map.of());
        RestoredCopy copy = RestoredCopy.fresh(release, Mode.POSITION)) {
      WatcherAccount.createOnAll(sandbox);
      sandbox.servers().forEach(WatcherAccount::letOperate);
      SandboxServer replica = sandbox.server(3);
      for (int source : List.of(1, 2)) {
        String schema = RestoredCopy.SCHEMAS.get(source);
        sandbox
            .server(source)
            .execute(
                "CREATE DATABASE " + schema,
                "CREATE TABLE %s.t (id INT PRIMARY KEY)".formatted(schema),
                "INSERT INTO %s.t VALUES (1), (2)".formatted(schema));
      }
      replica.execute(
          "SET SESSION sql_log_bin=0",
          "CREATE DATABASE gap_a",
          "CREATE TABLE gap_a.t (id INT PRIMARY KEY)");
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() ->
              replica.query("SELECT id FROM gap_b.t").size()
                      + replica.query("SELECT id FROM gap_c.t").size()
                  == 4);
      assertThat(controller.discover(replica.address()).status()).isEqualTo(200);
      String path =
          "/instances/" + RunningController.encoded(replica.address().toString()) + "/backups";
      String named = replica.replication().getFirst().name();
      JsonNode one = opened(controller, path, "{\"channel\":\"%s\"}".formatted(named));
      assertThat(one.at("/channels")).hasSize(1);
      assertThat(one.at("/attachments").valueStream().map(way -> way.at("/by").asString()))
          .containsExactly("SOURCE_POSITION");
      assertThat(one.at("/coordinates/ownLog/absent").asString()).contains("other channels");
      closed(controller, path, one);

      Load load = new Load(sandbox.server(1), "gap_b").and(sandbox.server(2), "gap_c");
      JsonNode session = opened(controller, path, "{}");
      assertThat(
              session
                  .at("/attachments")
                  .valueStream()
                  .map(way -> way.at("/by").asString())
                  .filter("OWN_POSITION"::equals))
          .as("below the replica itself there is one way")
          .hasSizeLessThanOrEqualTo(1);
      int before = load.written();
      List<String> dump = RestoredCopy.dump(replica);
      await().atMost(PATIENCE).until(() -> load.written() > before + 20);
      closed(controller, path, session);
      load.close();
      copy.restore(dump);
      List<String> attaching =
          session
              .at("/attachments")
              .valueStream()
              .filter(way -> way.at("/by").asString().equals("SOURCE_POSITION"))
              .map(way -> way.at("/statements/0").asString())
              .toList();
      assertThat(attaching).hasSize(2);
      copy.attach(attaching);
      sandbox.server(1).execute("INSERT INTO gap_b.t VALUES (3)");
      sandbox.server(2).execute("INSERT INTO gap_c.t VALUES (3)");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            for (int source : List.of(1, 2)) {
              String all =
                  "SELECT id FROM %s.t ORDER BY id".formatted(RestoredCopy.SCHEMAS.get(source));
              assertThat(copy.server().query(all)).isEqualTo(sandbox.server(source).query(all));
            }
            assertThat(RestoredCopy.checksums(copy.server()))
                .isEqualTo(RestoredCopy.checksums(replica));
          });
    }
  }

  /** Clients that write to one source each, one row after the other, until it is closed. */
  private static final class Load implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger count = new AtomicInteger();
    private final List<Thread> clients = new ArrayList<>();

    Load(SandboxServer server, String schema) {
      and(server, schema);
    }

    Load and(SandboxServer server, String schema) {
      clients.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int id = 100; !over.get(); id++) {
                  server.execute("INSERT INTO %s.t VALUES (%d)".formatted(schema, id));
                  count.incrementAndGet();
                }
              }));
      return this;
    }

    int written() {
      return count.get();
    }

    @Override
    public void close() {
      over.set(true);
      await().atMost(PATIENCE).until(() -> clients.stream().noneMatch(Thread::isAlive));
    }
  }
}
