package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server refuses for good what a switchover says once the new source takes writes: that one alone
 * takes them, the others follow, and what is left is named, stays shut, and can be rejoined.
 */
class RefusedForGoodTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, 2, STOP SLAVE",
    "MYSQL_5_7_22, 2, RESET SLAVE",
    "MYSQL_5_7_22, 1, CHANGE MASTER",
    "MYSQL_5_7_22, 1, START SLAVE",
    "MYSQL_9_7, 2, RESET REPLICA",
    "MYSQL_9_7, 1, CHANGE REPLICATION SOURCE",
    "MYSQL_9_7, 1, START REPLICA",
    "MARIADB_10_11_5, 2, RESET SLAVE",
    "MARIADB_10_11_5, 1, CHANGE MASTER",
    "MARIADB_10_11_5, 1, START SLAVE"
  })
  void isLeftAndNamedAndTheRestIsDone(ServerRelease release, int node, String statement) {
    try (Bed bed = start(release)) {
      SandboxServer old = bed.source();
      SandboxServer next = bed.server(2);
      bed.proxy(node).refuse(statement);

      CommandResult done = switchover(bed);

      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(done.output()).contains("refused for good", "Remedy: ");
      assertThat(next.queryValue("SELECT @@global.read_only")).contains("0");
      assertThat(old.queryValue("SELECT @@global.read_only")).contains("1");
      bed.write(next, 3);
      Checksums.awaitEqual(next, bed.server(3), "d.t");
      if (node == 1) {
        assertStaysShutUntilItIsRejoined(bed);
      }
      Checksums.awaitEqual(next, old, "d.t");
    }
  }

  private static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release)
            .topology("1>2,1>3")
            .about(1)
            .durable()
            .mayAttach()
            .behind(Map.of(1, StatementProxy.listen(), 2, StatementProxy.listen()))
            .operationMax(Duration.ofMinutes(4))
            .settings(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))
            .start();
    bed.createTable();
    bed.awaitKnown();
    bed.write(3);
    return bed;
  }

  private static CommandResult switchover(Bed bed) {
    return bed.controller()
        .tutti(
            "switchover",
            bed.address(bed.source()).toString(),
            "--to",
            bed.address(bed.server(2)).toString(),
            "--yes");
  }

  private static void assertStaysShutUntilItIsRejoined(Bed bed) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(bed.findings()).contains("FENCED"));
    bed.proxy(1).refuseNothing();
    CommandResult back =
        bed.controller().tutti("rejoin", bed.address(bed.source()).toString(), "--yes");
    assertThat(back.exitCode()).as("%s", back).isZero();
  }
}
