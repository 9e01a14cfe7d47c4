package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.KillPoint;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Copies that were taken within a session replicate; without one, of a replica with a gap, not. */
class BackupTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir private Path folder;

  private static String path(GapBed bed) {
    return bed.path("/backups");
  }

  private static Answer ask(GapBed bed, String body) {
    return bed.controller().post(path(bed), body);
  }

  private static JsonNode begin(GapBed bed, String body) {
    return bed.carryOut("/backups", body);
  }

  private static JsonNode latest(GapBed bed) {
    return bed.controller().get(path(bed)).body().at("/items/0");
  }

  private static JsonNode begun(GapBed bed, String body) {
    assertState("SUCCEEDED", begin(bed, body));
    JsonNode session = latest(bed);
    assertThat(session.at("/open").asBoolean()).as("%s", session).isTrue();
    return session;
  }

  private static JsonNode end(GapBed bed) {
    return bed.atRest(
        OperationCalls.begun(
            bed.controller().delete(path(bed) + "/" + latest(bed).at("/id").asString())));
  }

  private static void assertState(String state, JsonNode operation) {
    assertThat(operation.at("/state").asString()).as("%s", operation).isEqualTo(state);
  }

  private static List<String> statements(JsonNode session, String by) {
    return session
        .at("/attachments")
        .valueStream()
        .filter(way -> way.at("/by").asString().equals(by))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + by + " in " + session))
        .at("/statements")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  /** Writes to the source until it is closed. */
  private static final class Writer implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread;

    Writer(GapBed bed) {
      thread =
          Thread.ofVirtual()
              .start(() -> {
                while (!over.get()) {
                  bed.write(1);
                }
              });
    }

    @Override
    public void close() {
      over.set(true);
      await().atMost(PATIENCE).until(() -> !thread.isAlive());
    }
  }

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

  /**
   * It goes on closing the gap, and the session is open once. Nobody stops the applier again
   * half-way, as the server would lose count.
   */
  @KillPoint
  @ParameterizedTest
  @EnumSource(When.class)
  void aControllerThatIsKilledWhileItBeginsGoesOn(When when) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        GapBed bed =
            GapBed.behind(
                proxy, ServerRelease.MYSQL_5_7_22, Mode.POSITION, "relay_log_recovery=0")) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      String id;
      try (Connection lock = bed.replica().connect()) {
        lock.setAutoCommit(false);
        lock.createStatement().execute("INSERT INTO gap_b.t VALUES (8)");
        Trap trap = proxy.trap("UNTIL SQL_AFTER_MTS_GAPS", when, bed.controller()::killHard);
        id = ask(bed, "{\"deadline\":\"PT40S\"}").text("/id");
        assertThat(trap.awaitSprung()).isTrue();
        bed.controller().startAgain();
        bed.awaitGoingOn(id);
        lock.rollback();
      }
      assertState("SUCCEEDED", bed.atRest(id));
      assertThat(bed.missing()).isEmpty();
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.controller().get(path(bed)).body().at("/items")).hasSize(1);
      assertState("SUCCEEDED", end(bed));
      bed.assertReplicatesTheSame();
    }
  }

  /** All that was written last is there. */
  private static void awaitRow(SandboxServer server, GapBed bed) {
    String last =
        bed.source()
            .queryValue(
                "SELECT GREATEST((SELECT MAX(id) FROM gap_a.t), (SELECT MAX(id) FROM gap_b.t),"
                    + " (SELECT MAX(id) FROM gap_c.t))")
            .orElseThrow();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    server.queryValue(
                        "SELECT GREATEST((SELECT MAX(id) FROM gap_a.t), (SELECT MAX(id) FROM"
                            + " gap_b.t), (SELECT MAX(id) FROM gap_c.t))"))
                .contains(last));
  }

  /** Nobody ends it, and the controller is killed meanwhile. */
  @Matrix
  @Test
  void aLeaseThatIsOverEndsTheSessionAlsoAfterTheControllerWasKilled() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_8_0_15, Mode.GTID)) {
      bed.write(6);
      JsonNode session = begun(bed, "{\"ttl\":\"PT12S\"}");
      assertThat(bed.findings()).contains("IN_BACKUP_SESSION").doesNotContain("APPLIER_STOPPED");
      Answer refused = bed.askToClose("PT5S");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(409);
      assertThat(refused.text("/code")).isEqualTo("INSTANCE_IN_BACKUP_SESSION");
      assertThat(refused.text("/observed")).contains(session.at("/id").asString());
      assertThat(refused.text("/remedies/0/acts/0/action")).isEqualTo("END_BACKUP");
      assertThat(refused.text("/remedies/0/sentence"))
          .isEqualTo(
              "DELETE /api/v1/instances/%s/backups/%s"
                  .formatted(bed.replica().address(), session.at("/id").asString()));
      assertThat(ask(bed, "{}").status()).isEqualTo(409);

      bed.controller().killHardAndStartAgain();

      assertThat(latest(bed).at("/open").asBoolean()).isTrue();
      assertThat(bed.applierRuns()).isFalse();
      await().atMost(PATIENCE).until(bed::applierRuns);
      await().atMost(PATIENCE).until(() -> !latest(bed).at("/open").asBoolean());
      assertThat(bed.controller().get("/audit").body().toString())
          .contains("policy:lease")
          .contains("backup.end");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).doesNotContain("IN_BACKUP_SESSION"));
      bed.assertReplicatesTheSame();
    }
  }

  /** Whoever starts the applier by hand breaks the session, and that is said. */
  @Matrix
  @Test
  void anApplierThatIsStartedByOthersBreaksTheSession() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_8_0_15, Mode.GTID)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.startApplier();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).contains("BACKUP_SESSION_BROKEN"));
      assertThat(latest(bed).at("/broken").asString()).contains("runs");
      assertState("SUCCEEDED", end(bed));
      assertThat(bed.applierRuns()).isTrue();
      assertThat(latest(bed).at("/open").asBoolean()).isFalse();
      assertThat(latest(bed).at("/broken").asString()).contains("runs");
    }
  }

  /** The command says so, too, and does not end like one of a session that was left alone. */
  @Test
  void theEndOfASessionThatOthersBrokeSaysSoAndSoDoesTheListAfterwards() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MARIADB_10_11_5, Mode.POSITION)) {
      bed.write(6);
      String replica = bed.replica().address().toString();
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.write(3);
      bed.startApplier();
      awaitRow(bed.replica(), bed);
      bed.replica().execute("STOP SLAVE SQL_THREAD");

      var ended = bed.controller().tutti("backup", "end", replica);

      assertThat(ended.exitCode()).as("%s %s", ended.output(), ended.errors()).isEqualTo(1);
      assertThat(ended.output()).contains("BROKEN: ", "has gone on from", "do not trust it");
      assertThat(bed.applierRuns()).as("somebody stopped it").isFalse();
      assertThat(bed.controller().tutti("backup", "list", replica).output())
          .contains("ended at", "BROKEN: ", "has gone on from");

      bed.startApplier();
      begun(bed, "{\"ttl\":\"PT5M\"}");
      var clean = bed.controller().tutti("backup", "end", replica);
      assertThat(clean.exitCode()).as("%s %s", clean.output(), clean.errors()).isZero();
    }
  }

  /** A session is the server's and the store's: the controller may die in it. */
  @Matrix
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aControllerThatIsKilledInASessionEndsItWhenItIsBack(ServerRelease release)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, Mode.GTID)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.controller().killHard();
      bed.write(3);
      assertThat(bed.applierRuns()).isFalse();

      bed.controller().startAgain();

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(bed.findings()).contains("IN_BACKUP_SESSION"));
      assertThat(bed.applierRuns()).isFalse();
      assertState("SUCCEEDED", end(bed));
      bed.assertReplicatesTheSame();
    }
  }

  /** It applies settings and has a session of its own: what it finds stopped stays stopped. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, POSITION, slave_parallel_workers",
    "MYSQL_8_0_15, GTID, slave_parallel_workers",
    "MARIADB_10_11_5, POSITION, slave_parallel_threads"
  })
  void whatASecondControllerDoesInASessionLeavesTheApplierStopped(
      ServerRelease release, Mode mode, String knob) throws SQLException {
    try (GapBed bed = GapBed.start(release, mode);
        RunningController second = RunningController.start(Map.of())) {
      second.awaitDiscovered(bed.replica().address(), bed.source().address());
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      List<String> copy = RestoredCopy.dump(bed.replica());
      bed.write(3);

      rested(
          second,
          second.post(
              bed.path("/parallelism"),
              "{\"settings\":{\"%s\":\"3\"},\"settle\":\"PT1S\"}".formatted(knob)));
      assertThat(bed.workers()).isEqualTo("3");
      assertThat(bed.applierRuns()).isFalse();
      JsonNode within = opened(second, path(bed), "{\"ttl\":\"PT5M\"}");
      assertThat(within.at("/open").asBoolean()).as("%s", within).isTrue();
      closed(second, path(bed), within);

      assertThat(bed.applierRuns()).as("it stood before the second one").isFalse();
      assertThat(RestoredCopy.dump(bed.replica())).isEqualTo(copy);
      var ended = bed.controller().tutti("backup", "end", bed.replica().address().toString());
      assertThat(ended.exitCode()).as("%s %s", ended.output(), ended.errors()).isZero();
      assertThat(bed.applierRuns()).isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  /** Nobody ends the session: who was stopped before it by a person is not started by its end. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, STOP SLAVE FOR CHANNEL 'n3'",
    "MYSQL_8_0_15, STOP SLAVE FOR CHANNEL 'n3'",
    "MARIADB_10_1_8, STOP SLAVE 'n3'",
    "MARIADB_11_4_5, STOP SLAVE 'n3'"
  })
  void aLeaseThatIsOverStartsOnlyTheChannelsThatRan(ServerRelease release, String stop)
      throws SQLException {
    try (GapBed bed = GapBed.ofTwoSources(release, Mode.POSITION)) {
      GapBed other = bed.second();
      bed.write(3);
      other.write(3);
      other.awaitCaughtUp();
      bed.replica().execute(stop);
      assertThat(bed.applierRuns()).isTrue();

      begun(bed, "{\"ttl\":\"PT8S\"}");

      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.receiverRuns()).isTrue();
      bed.write(3);
      other.write(3);
      await().atMost(PATIENCE).until(() -> !latest(bed).at("/open").asBoolean());
      await().atMost(PATIENCE).until(bed::applierRuns);
      bed.awaitCaughtUp();
      assertThat(other.applierRuns() || other.receiverRuns()).as("a person's stop").isFalse();
      bed.assertReplicatesTheSame();
      other.assertReplicatesTheSame();
    }
  }

  /** The session has stopped it before: only the server's count shows it. */
  @ParameterizedTest
  @Cases(
      value = "MYSQL_8_0_15, GTID",
      thorough = {
        "MARIADB_10_11_5, GTID",
        "MYSQL_5_6_14, POSITION",
        "MYSQL_5_7_22, POSITION",
        "MYSQL_9_7, GTID"
      })
  void whatAPersonStopsInASessionStaysStopped(ServerRelease release, Mode mode)
      throws SQLException {
    try (GapBed bed = GapBed.start(release, mode)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.write(3);
      bed.replica().stopReplication();

      JsonNode ended = end(bed);

      assertState("SUCCEEDED", ended);
      assertThat(ended.at("/notes").toString())
          .contains("Somebody else has asked " + bed.replica().address(), "stays stopped");
      assertThat(bed.applierRuns()).isFalse();
      bed.replica().startReplication();

      begun(bed, "{\"ttl\":\"PT5M\"}");
      assertState("SUCCEEDED", end(bed));
      assertThat(bed.applierRuns()).as("nobody else has stopped it").isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  /** Whoever has started it, and stopped it again, has had the last word. */
  @Matrix
  @Test
  void anApplierThatOthersStartAndStopStaysStopped() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_8_0_15, Mode.GTID)) {
      bed.write(6);
      begun(bed, "{\"ttl\":\"PT5M\"}");
      bed.write(3);
      bed.startApplier();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(bed.replica().queryValue("SELECT @@global.gtid_executed"))
                  .isEqualTo(bed.source().queryValue("SELECT @@global.gtid_executed")));
      bed.replica().execute("STOP SLAVE SQL_THREAD");

      JsonNode ended = end(bed);

      assertState("SUCCEEDED", ended);
      assertThat(ended.at("/notes").toString()).contains("somebody else has started and");
      assertThat(bed.applierRuns()).isFalse();
      bed.startApplier();
      bed.assertReplicatesTheSame();
    }
  }

  /** Every channel is attached where it stood; one channel alone tells its own position only. */
  @Matrix
  @ParameterizedTest
  @CsvSource({"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aCopyOfAReplicaOfTwoSourcesReplicatesFromBoth(ServerRelease release) throws SQLException {
    try (Sandbox sandbox =
            Sandbox.builder().release(release).topology("1>3,2>3").positionBased().start();
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

  private static void rested(RunningController controller, Answer accepted) {
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    String operation = "/operations/" + accepted.text("/id");
    await()
        .atMost(PATIENCE)
        .until(() -> controller.get(operation).body().at("/atRest").asBoolean());
    assertState("SUCCEEDED", controller.get(operation).body());
  }

  private static JsonNode opened(RunningController controller, String path, String body) {
    rested(controller, controller.post(path, body));
    return controller.get(path).body().at("/items/0");
  }

  private static void closed(RunningController controller, String path, JsonNode session) {
    rested(controller, controller.delete(path + "/" + session.at("/id").asString()));
  }

  /** A cron job that is killed, or a person who presses Ctrl-C. */
  @Matrix
  @Test
  void aRunThatIsAskedToEndEndsItsSession() throws IOException, InterruptedException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_7_22, Mode.POSITION)) {
      bed.write(6);
      Path begun = folder.resolve("begun");
      Process run =
          bed.controller()
              .command(
                  "backup",
                  "run",
                  bed.replica().address().toString(),
                  "--",
                  "sh",
                  "-c",
                  "touch " + begun + "; exec sleep 100")
              .redirectError(folder.resolve("errors").toFile())
              .start();
      await().atMost(PATIENCE).until(() -> Files.exists(begun));
      assertThat(latest(bed).at("/open").asBoolean()).isTrue();
      assertThat(bed.applierRuns()).isFalse();

      run.destroy();

      assertThat(run.waitFor()).isEqualTo(143);
      assertThat(latest(bed).at("/open").asBoolean()).isFalse();
      assertThat(bed.applierRuns()).isTrue();
    }
  }

  private static Path program(SandboxServer server, String name) throws IOException {
    return Path.of("/proc/" + server.pid() + "/exe").toRealPath().resolveSibling(name);
  }

  /** The cron line, with the real tool of the release. */
  @ParameterizedTest
  @Cases(
      value = "MARIADB_10_11_5, GTID, mariadb-dump, GTID",
      thorough = "MYSQL_5_6_14, POSITION, mysqldump, SOURCE_POSITION")
  void aToolRunsWithinASession(ServerRelease release, Mode mode, String tool, String by)
      throws IOException {
    try (GapBed bed = GapBed.start(release, mode);
        RestoredCopy copy = RestoredCopy.fresh(release, mode)) {
      bed.write(6);
      Path coordinates = folder.resolve("coordinates.json");
      Path dump = folder.resolve("dump.sql");
      String account =
          " --protocol=tcp --user=%s --password=%s "
              .formatted(SandboxAccount.ADMIN.user(), SandboxAccount.ADMIN.password());
      String command =
          program(bed.replica(), tool)
              + account
              + "--host=$TUTTI_BACKUP_HOST --port=$TUTTI_BACKUP_PORT --single-transaction"
              + " --databases gap_a gap_b gap_c > "
              + dump
              + "; code=$?; echo id=$TUTTI_BACKUP_ID at=$TUTTI_BACKUP_SOURCE_LOG_POS; exit $code";
      CommandResult run;
      try (Writer writer = new Writer(bed)) {
        run =
            bed.controller()
                .tutti(
                    "backup",
                    "run",
                    bed.source().address().toString(),
                    "--coordinates",
                    coordinates.toString(),
                    "--",
                    "sh",
                    "-c",
                    command);
      }
      assertThat(run.exitCode()).as("%s", run).isZero();
      JsonNode session = latest(bed);
      assertThat(run.output()).contains("id=" + session.at("/id").asString());
      assertThat(session.at("/open").asBoolean()).isFalse();
      assertThat(session.at("/because").asString()).contains("no replica is below it");
      assertThat(Files.readString(coordinates)).contains(session.at("/id").asString());
      assertThat(bed.applierRuns()).isTrue();

      copy.restoreDump(Files.readString(dump));
      copy.attach(statements(session, by));
      copy.awaitSameAs(bed.source());

      CommandResult failed =
          bed.controller()
              .tutti(
                  "backup", "run", bed.replica().address().toString(), "--", "sh", "-c", "exit 7");
      assertThat(failed.exitCode()).as("%s", failed).isEqualTo(7);
      assertThat(bed.applierRuns()).isTrue();

      // A trap: this option starts an applier that stood before.
      CommandResult trap =
          bed.controller()
              .tutti(
                  "backup",
                  "run",
                  bed.replica().address().toString(),
                  "--",
                  "sh",
                  "-c",
                  command.replace("--single-transaction", "--single-transaction --dump-slave=2"));
      assertThat(trap.exitCode()).as("%s", trap).isEqualTo(1);
      assertThat(trap.errors()).contains("was started by others");
    }
  }
}
