package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clean restarts, one after the other, each of them known as such. */
@Matrix
class CleanRestartsTest {
  static final int RESTARTS = 5;

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_6_14", "MYSQL_5_7_22", "MARIADB_10_1_8"})
  void noneIsTakenForACrash(ServerRelease release) {
    assertNoneIsTakenForACrash(release, RESTARTS);
  }

  static void assertNoneIsTakenForACrash(ServerRelease release, int restarts) {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1")
                .options("sync_binlog=0", "innodb_flush_log_at_trx_commit=0")
                .start();
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "200ms"))) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      server.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
      IncidentBed bed = new IncidentBed(controller, server);
      controller.awaitDiscovered(server.address());
      for (int i = 1; i <= restarts; i++) {
        server.execute("INSERT INTO d.t VALUES (%d)".formatted(i));
        bed.awaitAnotherSecond();
        server.restart();
        IncidentBed.assertJudged(bed.settled(i), "STOPPED", "NONE");
        assertThat(bed.findings())
            .doesNotContain("RESTARTED_WITH_POSSIBLE_LOSS", "TRANSACTIONS_LOST_ON_SOURCE");
      }
      assertThat(bed.incidents())
          .hasSize(restarts)
          .allSatisfy(incident -> assertThat(incident.at("/open").asBoolean()).isFalse());
    }
  }
}
