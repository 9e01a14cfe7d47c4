package io.tutti.acceptance;

import static io.tutti.acceptance.GapBed.assertState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.GapBed.Mode;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A server that was killed with a gap, and that remembers an old place of its receiver: closing
 * leaves the receiver where the applier is, and what only the relay logs hold is applied before.
 */
@Matrix
class GapsReceiverTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);

  @ParameterizedTest
  @CsvSource("MYSQL_5_7_22, POSITION")
  void aReceiverThatIsBehindGoesOnWhereTheApplierIs(ServerRelease release, Mode mode)
      throws SQLException {
    closeAndGoOn(release, mode);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_6_14, POSITION",
    "MYSQL_5_7_22, POSITION_CLOCK",
    "MYSQL_8_0_15, POSITION_CLOCK"
  })
  void onEachRelease(ServerRelease release, Mode mode) throws SQLException {
    closeAndGoOn(release, mode);
  }

  /** Whatever it noted, it reads its relay logs when it starts, and says where they end. */
  @Tag("thorough")
  @Test
  void newReleasesKeepTheirReceiversPlace() throws SQLException {
    try (GapBed bed =
        GapBed.start(
            ServerRelease.MYSQL_9_7,
            Mode.POSITION_CLOCK,
            "relay_log_recovery=0",
            "sync_source_info=10000")) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.source().execute("INSERT INTO %s.t VALUES (1001)".formatted(bed.heldSchema()));
        await().atMost(SEEN_MAX).until(() -> bed.receivedPlace().equals(bed.sourceEnd()));
        bed.killReplica();
      }
      assertThat(bed.receivedPlace()).isEqualTo(bed.sourceEnd());
      await()
          .atMost(SEEN_MAX)
          .untilAsserted(() -> assertThat(findings(bed).toString()).contains("GAPS_WHILE_STOPPED"));
      assertThat(findings(bed).toString()).doesNotContain("RECEIVER_BEHIND_APPLIER");
      assertThat(bed.plan().findValuesAsString("kind")).containsExactly("gaps.until");

      assertState("SUCCEEDED", bed.close("PT20S"), bed);

      bed.assertClosed();
      bed.assertReplicatesTheSame();
    }
  }

  /** There is no gap; started by a person, the receiver would fetch all of it again. */
  @ParameterizedTest
  @CsvSource("MYSQL_8_0_15, POSITION")
  void soItDoesWhereAPersonHasStartedTheApplier(ServerRelease release, Mode mode) {
    closeWhileItApplies(release, mode);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({"MYSQL_5_6_14, POSITION", "MYSQL_5_7_22, POSITION"})
  void whileItAppliesOnOlderReleases(ServerRelease release, Mode mode) {
    closeWhileItApplies(release, mode);
  }

  private static void closeWhileItApplies(ServerRelease release, Mode mode) {
    try (GapBed bed =
        GapBed.start(release, mode, "relay_log_recovery=0", "sync_master_info=10000")) {
      bed.write(7);
      await().atMost(SEEN_MAX).until(() -> bed.appliedPlace().equals(bed.sourceEnd()));
      bed.killReplica();
      bed.startApplier();
      await()
          .atMost(SEEN_MAX)
          .untilAsserted(
              () -> assertThat(findings(bed).toString()).contains("RECEIVER_BEHIND_APPLIER"));
      assertThat(bed.plan().findValuesAsString("kind")).containsExactly("gaps.receiver");

      JsonNode ended = bed.close("PT20S");

      assertState("SUCCEEDED", ended, bed);
      assertThat(bed.applierRuns()).as("it ran before").isTrue();
      assertThat(bed.receiverRuns()).as("it stood before").isFalse();
      assertThat(bed.receivedPlace()).isEqualTo(bed.appliedPlace());
      assertThat(bed.plan().isEmpty()).as("nothing is left to do").isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  /** The server refuses to set it; that and why is said, and the applier is not started over it. */
  @ParameterizedTest
  @CsvSource("MYSQL_8_0_15, POSITION")
  void whoStartsTheReceiverMeanwhileLearnsWhatItFetchesAgain(ServerRelease release, Mode mode)
      throws InterruptedException {
    try (StatementProxy proxy = StatementProxy.listen();
        GapBed bed =
            GapBed.behind(proxy, release, mode, "relay_log_recovery=0", "sync_master_info=10000")) {
      bed.write(7);
      await().atMost(SEEN_MAX).until(() -> bed.appliedPlace().equals(bed.sourceEnd()));
      bed.killReplica();
      bed.startApplier();
      await()
          .atMost(SEEN_MAX)
          .untilAsserted(
              () -> assertThat(findings(bed).toString()).contains("RECEIVER_BEHIND_APPLIER"));
      String applied = bed.appliedPlace();
      StatementProxy.Trap trap =
          proxy.trap(
              "CHANGE MASTER",
              StatementProxy.When.JUST_BEFORE,
              () -> bed.replica().execute("START SLAVE IO_THREAD"));

      JsonNode ended = bed.close("PT20S");

      assertThat(trap.awaitSprung()).isTrue();
      assertState("UNDONE", ended, bed);
      assertThat(ended.at("/why").asString())
          .contains("Somebody has started the receiver", "fetches again what it had received")
          .contains("The applier of ", " stays stopped: its receiver");
      assertThat(ended.at("/remedies").toString()).contains("CHANGE MASTER TO", "compare its rows");
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.appliedPlace()).as("nothing was applied twice").isEqualTo(applied);

      // As the remedy says.
      int colon = applied.indexOf(':');
      bed.replica()
          .execute(
              "STOP SLAVE",
              "CHANGE MASTER TO MASTER_LOG_FILE='%s', MASTER_LOG_POS=%s"
                  .formatted(applied.substring(0, colon), applied.substring(colon + 1)),
              "START SLAVE");
      bed.assertReplicatesTheSame();
    }
  }

  private static void closeAndGoOn(ServerRelease release, Mode mode) throws SQLException {
    String rarely =
        release.has(ServerFeature.SOURCE_REPLICA_TERMS)
            ? "sync_source_info=10000"
            : "sync_master_info=10000";
    // From 5.7 on a server notes its receiver's place when the source's log ends, too.
    boolean isPurged = release == ServerRelease.MYSQL_5_6_14;
    try (GapBed bed = GapBed.start(release, mode, "relay_log_recovery=0", rarely)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        // Behind the newest that was applied.
        String held = bed.heldSchema();
        bed.source()
            .execute(
                "INSERT INTO %s.t VALUES (1001)".formatted(held),
                "INSERT INTO %s.t VALUES (1002)".formatted(held));
        if (isPurged) {
          bed.source().execute("FLUSH LOGS");
        }
        await().atMost(SEEN_MAX).until(() -> bed.receivedPlace().equals(bed.sourceEnd()));
        bed.killReplica();
      }
      if (isPurged) {
        bed.source().execute("PURGE BINARY LOGS TO 'binlog.000002'");
      }
      await()
          .atMost(SEEN_MAX)
          .untilAsserted(
              () -> assertThat(findings(bed).toString()).contains("RECEIVER_BEHIND_APPLIER"));
      assertThat(findings(bed).toString()).doesNotContain("RECEIVER_STOPPED", "start it, when");
      assertThat(bed.seen().at("/receiverBehind").asString()).contains("binlog.000001");
      assertThat(bed.plan().findValuesAsString("kind"))
          .containsExactly("gaps.until", "gaps.receiver");

      JsonNode ended = bed.close("PT20S");

      assertState("SUCCEEDED", ended, bed);
      bed.assertClosed();
      assertThat(bed.applierRuns() || bed.receiverRuns()).as("both stood before").isFalse();
      assertThat(bed.receivedPlace()).isEqualTo(bed.appliedPlace());
      assertThat(bed.plan().isEmpty()).as("nothing is left to do").isTrue();
      bed.assertReplicatesTheSame();
    }
  }

  private static JsonNode findings(GapBed bed) {
    return bed.controller().get("/findings").body().at("/items");
  }
}
