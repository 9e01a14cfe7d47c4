package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is not proved is not salvaged, and the reason is told. */
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
          .atMost(SalvageBed.PATIENCE)
          .untilAsserted(
              () -> assertThat(bed.ask(true).body().toString()).doesNotContain("elsewhere"));
      bed.replica().restart();
      bed.assertRefused("NOTHING_TO_SALVAGE", "shut down in order");

      bed.replica().startReplication();
      bed.loseBinlog(3);
      assertThat(bed.plan().at("/steps")).isNotEmpty();
      bed.replica().execute("CREATE DATABASE own");
      bed.assertRefused("SALVAGE_NOT_SAFE", "newest binlog holds transactions", "anew");

      // What a start without a salvage does: the rows are there already.
      assertThat(bed.errorWithoutSalvage()).isEqualTo(1062);
      bed.assertRefused("SALVAGE_NOT_SAFE", "its applier has failed", "anew");
    }
  }

  @Test
  void aPlaceThatIsKeptInAFileMayBeWrong() {
    try (SalvageBed bed =
        SalvageBed.start(ServerRelease.MYSQL_5_6_14, false, "relay_log_info_repository=FILE")) {
      bed.loseBinlog(3);
      bed.assertRefused("SALVAGE_NOT_SAFE", "relay_log_info_repository is FILE", "anew");
    }
  }

  /** Such a server refuses CHANGE MASTER (1802), and a restart that recovers helps. */
  @Test
  void workersThatWereAheadWantARestartThatRecovers() {
    ServerRelease release = ServerRelease.MYSQL_5_7_22;
    List<String> options = new ArrayList<>(List.of(SalvageBed.workers(release, 4)));
    options.add("relay_log_recovery=0");
    try (SalvageBed bed = SalvageBed.start(release, true, options.toArray(String[]::new))) {
      bed.loseBinlog(20);
      bed.assertRefused("SALVAGE_NOT_SAFE", "workers were ahead", "relay_log_recovery=1");

      bed.replica().restart("relay_log_recovery=1");
      bed.awaitNoticed();
      assertThat(bed.salvage().at("/state").asString()).isEqualTo("SUCCEEDED");
      bed.assertWhole(true);
    }
  }
}
