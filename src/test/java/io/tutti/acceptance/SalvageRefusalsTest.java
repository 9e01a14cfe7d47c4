package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is not proved is not salvaged, and the reason is reported. */
@Matrix
class SalvageRefusalsTest {

  @Test
  void whatCannotBeProvedIsRefused() {
    try (SalvageBed bed =
        SalvageBed.start(ServerRelease.MYSQL_5_7_22, true, "1>2,2>3", List.of())) {
      SandboxServer below = bed.sandbox().server(3);
      bed.controller().awaitDiscovered(below.address(), bed.replica().address());
      bed.assertRefused(
          "SALVAGE_NOT_SAFE", below.address().toString(), "let them replicate from elsewhere");

      below.stopReplication();
      below.execute("RESET SLAVE ALL");
      await()
          .untilAsserted(
              () -> assertThat(bed.ask(true).body().toString()).doesNotContain("elsewhere"));
      bed.replica().restart();
      bed.assertRefused("NOTHING_TO_SALVAGE", "shut down in order");

      bed.replica().startReplication();
      bed.loseBinlog(3);
      assertThat(bed.plan().at("/steps")).isNotEmpty();

      // What a start without a salvage does: the rows are there already.
      assertThat(bed.errorWithoutSalvage()).isEqualTo(1062);
      bed.assertRefused("SALVAGE_NOT_SAFE", "its applier has failed", "rebuild");

      bed.replica().execute("CREATE DATABASE own");
      bed.assertRefused("SALVAGE_NOT_SAFE", "transactions of its own", "rebuild");
    }
  }

  @Test
  void aPlaceThatIsKeptInAFileMayBeWrong() {
    try (SalvageBed bed =
        SalvageBed.start(ServerRelease.MYSQL_5_6_14, false, "relay_log_info_repository=FILE")) {
      bed.loseBinlog(3);
      bed.assertRefused("SALVAGE_NOT_SAFE", "relay_log_info_repository is FILE", "rebuild");
    }
  }

  /**
   * Rows are missing before the place of its applier, so that no place is right: whatever its relay
   * logs may still show after a restart that drops them.
   */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "0, 1"})
  void aReplicaWithAGapIsNotSalvaged(int before, int after) throws SQLException {
    try (GapBed bed =
        GapBed.start(
            ServerRelease.MYSQL_5_7_22, GapBed.Mode.GTID, "relay_log_recovery=" + before)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica("relay_log_recovery=" + after);
      }
      assertThat(bed.missing()).isNotEmpty();

      String path = bed.path(":salvage");
      await()
          .untilAsserted(() -> {
            Answer refused = bed.controller().post(path, "{\"dryRun\":true}");
            assertThat(refused.text("/code"))
                .as("%s", refused.body())
                .isEqualTo("SALVAGE_NOT_SAFE");
            assertThat(refused.body().toString()).contains("it has gaps", "rebuild");
          });
    }
  }

  /** Such a server refuses CHANGE MASTER (1802), and a restart that recovers helps. */
  @Test
  void workersThatWereAheadWantARestartThatRecovers() {
    ServerRelease release = ServerRelease.MYSQL_5_7_22;
    List<String> options = new ArrayList<>(List.of(SalvageBed.workers(release, 4)));
    options.add("relay_log_recovery=0");
    try (SalvageBed bed = SalvageBed.start(release, true, options.toArray(String[]::new))) {
      // No checkpoint comes before the crash: they are ahead of the last one.
      bed.replica().execute("SET GLOBAL slave_checkpoint_period = 3600000");
      bed.loseBinlog(20);
      bed.assertRefused("SALVAGE_NOT_SAFE", "workers were ahead", "relay_log_recovery=1");

      bed.replica().restart("relay_log_recovery=1");
      bed.awaitNoticed();
      assertThat(bed.salvage().at("/state").asString()).isEqualTo("SUCCEEDED");
      bed.assertWhole(true);
    }
  }
}
