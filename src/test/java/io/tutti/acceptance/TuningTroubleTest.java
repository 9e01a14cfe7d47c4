package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * What comes in between while a replica is measured, most of it while its applier is held back: it
 * has what was chosen or what it had, applies, and has the data of its source.
 */
@Matrix
class TuningTroubleTest {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String[] TABLES = {"load_a.writes", "load_b.writes"};

  private static TuningBed three(ServerRelease release) {
    return TuningBed.start(
        Bed.of(release)
            .topology("1>2,1>3")
            .durable()
            .mayAttach()
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms")));
  }

  private static String changeSource(SandboxServer replica, SandboxServer source) {
    boolean isMariaDb = replica.release().family() == ServerFamily.MARIADB;
    return ("CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=%d, MASTER_USER='%s',"
            + " MASTER_PASSWORD='%s', %s")
        .formatted(
            source.port(),
            SandboxAccount.REPLICATION.user(),
            SandboxAccount.REPLICATION.password(),
            isMariaDb ? "MASTER_USE_GTID=slave_pos" : "MASTER_AUTO_POSITION=1");
  }

  /** Somebody makes it a server of its own, as a promotion by hand does. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aChannelThatIsRemovedEndsIt(ServerRelease release) {
    try (TuningBed bed = TuningBed.start(release)) {
      String before = bed.workers();
      String id = bed.heldBack();

      bed.replica().execute("STOP SLAVE", "RESET SLAVE ALL");
      JsonNode ended = bed.atRest(id);

      bed.assertUndone(ended, before, "it replicates over it no longer");
      assertThat(bed.replica().replication()).isEmpty();
      bed.replica().execute(changeSource(bed.replica(), bed.source()), "START SLAVE");
      await().atMost(PATIENCE).until(() -> bed.applierRuns() && bed.receiverRuns());
      bed.assertAppliesTheSame();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aChannelThatIsLedToAnotherSourceEndsIt(ServerRelease release) {
    try (TuningBed bed = three(release)) {
      String before = bed.workers();
      String id = bed.heldBack();

      bed.replica()
          .execute("STOP SLAVE", changeSource(bed.replica(), bed.server(3)), "START SLAVE");
      JsonNode ended = bed.atRest(id);

      bed.assertUndone(
          ended,
          before,
          "its source is %s now, and was %s"
              .formatted(bed.server(3).address(), bed.source().address()));
      assertThat(bed.replica().replication())
          .allMatch(channel -> channel.source().equals(bed.server(3).address()));
      bed.assertAppliesTheSame();
    }
  }

  /** A planned one waits until it is over; nothing is changed by asking. */
  @Test
  void aSwitchoverIsRefusedMeanwhile() {
    try (TuningBed bed = three(MYSQL_8_0_15)) {
      String before = bed.workers();
      String id = bed.heldBack();

      CommandResult refused =
          bed.controller().tutti("switchover", bed.source().address().toString(), "--yes");

      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.errors()).contains("TOPOLOGY_LOCKED", "tutti operations follow " + id);
      CommandResult cancelled = bed.controller().tutti("operations", "cancel", id);
      assertThat(cancelled.exitCode()).as("%s", cancelled).isZero();
      bed.assertUndone(bed.atRest(id), before, "Cancelled by");
      bed.assertAppliesTheSame();
    }
  }

  /**
   * Its source dies: another replica, or it, takes the place with all that was received, what was
   * held back, too.
   */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aFailoverTakesItsPlace(ServerRelease release) {
    try (TuningBed bed = three(release)) {
      String before = bed.workers();
      String id = bed.heldBack();
      String source = bed.source().address().toString();

      bed.source().killHard();
      await()
          .atMost(PATIENCE)
          .until(() ->
              bed.controller().tutti("failover", source, "--dry-run").output().contains("dead:"));
      CommandResult done = bed.controller().tutti("failover", source, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      JsonNode ended = bed.atRest(id);

      SandboxServer next =
          List.of(bed.server(2), bed.server(3)).stream()
              .filter(each -> each.replication().isEmpty())
              .findFirst()
              .orElseThrow();
      SandboxServer other = bed.server(next.node() == 2 ? 3 : 2);
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(bed.workers()).as("%s", ended).isEqualTo(before);
      next.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(other.replication())
                  .as("%s", ended)
                  .singleElement()
                  .satisfies(channel -> {
                    assertThat(channel.isRunning()).as("%s", channel).isTrue();
                    assertThat(channel.source()).isEqualTo(next.address());
                  }));
      Checksums.awaitEqual(next, other, TABLES);
      System.out.printf("%s: %s took the place%n", release, next);
    }
  }

  /**
   * Once the applier was stopped, held back for a while, set, and started. It goes on, and what was
   * measured is not measured again.
   */
  @OwnProcess
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void aControllerThatIsKilledInATryGoesOn(ServerRelease release) throws InterruptedException {
    List<String> endings = new ArrayList<>();
    try (StatementProxy proxy = StatementProxy.listen();
        TuningBed bed = TuningBed.start(Bed.of(release).behind(proxy))) {
      String before = bed.workers();
      for (String said : statements(bed)) {
        Trap trap = proxy.trap(said, When.AFTER, bed.controller()::killHard);
        String id = OperationCalls.begun(bed.askTuning("PT1M", TuningBed.SOON + bed.grid(4, 2)));
        assertThat(trap.awaitSprung()).as(said).isTrue();
        bed.controller().startAgain();
        JsonNode ended = bed.atRest(id);
        endings.add("after " + said + ": " + bed.assertWhole(ended, before));
        assertThat(bed.measured(id).at("/trials")).as("%s: %s", said, ended).hasSize(2);
      }
      String id = OperationCalls.begun(bed.askTuning("PT30S", TuningBed.NEVER + TuningBed.FEW));
      bed.awaitHeldBack();
      bed.controller().killHard();
      assertThat(bed.applierRuns()).as("nobody starts it").isFalse();
      bed.controller().startAgain();
      bed.controller().tutti("operations", "cancel", id);
      endings.add("held back, and cancelled then: " + bed.assertWhole(bed.atRest(id), before));
      bed.assertAppliesTheSame();
    } finally {
      System.out.println(release + ", controller killed " + endings);
    }
  }

  private static List<String> statements(TuningBed bed) {
    String word = ReplicaStatus.word(bed.replica().release());
    return List.of("STOP " + word, "SET GLOBAL " + bed.workersKnob(), "START " + word);
  }

  /** A search ends with what was chosen, though its controller was killed while it held back. */
  @OwnProcess
  @Test
  void aSearchIsContinuedAfterAKill() {
    try (TuningBed bed = TuningBed.start(MYSQL_8_0_15)) {
      String before = bed.workers();
      String id =
          OperationCalls.begun(bed.askTuning("PT1M", ",\"transactions\":600" + TuningBed.FEW));
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> bed.measured(id).at("/trials").size() == 1);
      JsonNode first = bed.measured(id).at("/trials/0");
      bed.awaitHeldBack();
      bed.controller().killHardAndStartAgain();

      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(ended, before);
      assertThat(bed.measured(id).at("/trials/0")).isEqualTo(first);
      bed.assertAppliesTheSame();
    }
  }

  private static Instant at(JsonNode shown, String member) {
    return Instant.parse(shown.at(member).asString());
  }

  /** What relay logs may take is used up: it is measured with what waits by then. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void relayLogsThatAreFullEndTheWait(ServerRelease release) {
    try (TuningBed bed =
        TuningBed.start(
            Bed.of(release)
                .options(2, "relay_log_space_limit=400000", "max_relay_log_size=65536"))) {
      String before = bed.workers();

      String id = OperationCalls.begun(bed.askTuning("PT2M", bed.grid(4, 2)));
      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      JsonNode trials = bed.measured(id).at("/trials");
      assertThat(trials).hasSize(2);
      assertThat(Duration.between(at(ended, "/requestedAt"), at(trials.get(1), "/at")))
          .as("%s%n%s", trials, bed.controller().events(id))
          .isLessThan(Duration.ofMinutes(2));
      bed.assertWhole(ended, before);
      System.out.printf(
          "%s: %s, %s%n", release, ended.at("/state"), bed.measured(id).at("/trials"));
      bed.assertAppliesTheSame();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aReplicaInABackupSessionIsLeftAlone(ServerRelease release) {
    try (TuningBed bed = TuningBed.start(release)) {
      String backups = bed.path(bed.replica(), "/backups");
      JsonNode session = BackupCalls.opened(bed.controller(), backups, "{\"ttl\":\"PT10M\"}");

      Answer refused = bed.askTuning("PT3S", TuningBed.SOON);
      assertThat(refused.status()).as("%s", refused).isEqualTo(409);
      assertThat(refused.text("/code")).isEqualTo("INSTANCE_IN_BACKUP_SESSION");
      assertThat(refused.text("/observed"))
          .contains(session.at("/id").asString(), "Nothing was changed.");
      assertThat(refused.text("/remedies/0/acts/0/action")).isEqualTo("END_BACKUP");
      CommandResult run =
          bed.controller().tutti("tune", "run", bed.address(bed.replica()).toString(), "--yes");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.errors())
          .contains("INSTANCE_IN_BACKUP_SESSION", "tutti backup end", "Nothing was changed.");

      BackupCalls.closed(bed.controller(), backups, session);
      String id = bed.heldBack();
      Answer held = bed.controller().post(backups, "{}");
      assertThat(held.status()).as("%s", held).isEqualTo(409);
      assertThat(held.text("/code")).isEqualTo("INSTANCE_IN_OPERATION");
      assertThat(held.text("/observed")).contains(id);
      bed.controller().tutti("operations", "cancel", id);
      bed.atRest(id);
      bed.assertAppliesTheSame();
    }
  }

  /** The search begins in the middle, and says why. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aSourceThatRefusesItsBinlogIsMeasuredWithoutAPrediction(ServerRelease release) {
    try (TuningBed bed = TuningBed.start(release)) {
      String before = bed.workers();
      bed.source()
          .execute(
              "SET SESSION sql_log_bin=0",
              "REVOKE REPLICATION SLAVE ON *.* FROM '%s'@'%%'".formatted(WatcherAccount.USER));
      String replica = bed.address(bed.replica()).toString();

      Answer advice =
          bed.controller().post("/tuning-advice", "{\"instance\":\"%s\"}".formatted(replica));
      assertThat(advice.status()).as("%s", advice).isEqualTo(422);
      assertThat(advice.text("/code")).isEqualTo("BINLOG_UNREADABLE");
      assertThat(advice.text("/observed"))
          .contains(
              "What %s wrote cannot be looked at".formatted(bed.address(bed.source())),
              "REPLICATION SLAVE",
              "Nothing was changed.");
      assertThat(advice.text("/remedies/0/sentence")).contains("REPLICATION SLAVE");
      CommandResult command = bed.controller().tutti("tune", "advise", replica);
      assertThat(command.exitCode()).isEqualTo(1);
      assertThat(command.errors()).contains("BINLOG_UNREADABLE", "REPLICATION SLAVE");

      String id = OperationCalls.begun(bed.askTuning("PT1M", TuningBed.SOON + TuningBed.FEW));
      JsonNode ended = bed.atRest(id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertWhole(ended, before);
      assertThat(bed.controller().events(id))
          .contains("REPLICATION SLAVE", "The search begins in the middle.");
      bed.assertAppliesTheSame();
    }
  }
}
