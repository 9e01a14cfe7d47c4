package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Servers whose sessions begin in another way than anybody expects: no session of the controller
 * inherits anything, and none keeps a transaction open.
 */
class OddDefaultsTest {
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_2_11,
        ServerRelease.MARIADB_10_11_5,
        ServerRelease.MARIADB_11_4_5
      })
  void areNotInherited(ServerRelease release) {
    try (Bed bed = start(release)) {
      assertThat(bed.findings()).isSubsetOf("STARTS_UNFENCED");
      assertNoTransactionStaysOpen(bed);

      bed.succeeded(bed.carryOut(":fence", "{}"));
      bed.succeeded(bed.carryOut(":unfence", "{}"));
      OddDefaults.execute(bed.source(), "INSERT INTO d.t VALUES (2)");
      // No replica can have it: a receiver inherits it, and cannot write down where it is (1595).
      OddDefaults.execute(bed.source(), "SET GLOBAL TRANSACTION READ WRITE");

      SandboxServer next = bed.server(2);
      CommandResult done =
          bed.controller()
              .tutti(
                  "switchover",
                  bed.source().address().toString(),
                  "--to",
                  next.address().toString(),
                  "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      OddDefaults.execute(next, "INSERT INTO d.t VALUES (3)");
      Checksums.awaitEqual(next, bed.source(), "d.t");
      assertNoTransactionStaysOpen(bed);
    }
  }

  private static Bed start(ServerRelease release) {
    Bed bed =
        Bed.of(release).topology("1>2,1>3").about(1).durable().mayAttach().oddDefaults().start();
    OddDefaults.execute(
        bed.source(),
        "SET GLOBAL TRANSACTION READ ONLY",
        "CREATE DATABASE d",
        "CREATE TABLE d.t (id INT PRIMARY KEY)",
        "INSERT INTO d.t VALUES (1)");
    bed.awaitKnown();
    return bed;
  }

  /** A statement of its own may be seen at any moment: one that is as old as two polls is not. */
  private static void assertNoTransactionStaysOpen(Bed bed) {
    await()
        .atMost(Duration.ofSeconds(30))
        .during(Duration.ofSeconds(4))
        .untilAsserted(() -> {
          for (SandboxServer each : bed.sandbox().servers()) {
            assertThat(open(each)).as("%s", each).isEmpty();
          }
        });
  }

  private static List<String> open(SandboxServer server) {
    return server
        .query(
            "SELECT /*+ MAX_EXECUTION_TIME(10000) */ CONCAT(t.trx_mysql_thread_id, ' for ', TIMESTAMPDIFF(SECOND, t.trx_started,"
                + " SYSDATE())) AS open FROM information_schema.INNODB_TRX t JOIN"
                + " information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id WHERE p.USER ="
                + " '"
                + WatcherAccount.USER
                + "' AND t.trx_started < SYSDATE() - INTERVAL 2 SECOND LIMIT 100")
        .stream()
        .map(row -> row.firstText("open"))
        .toList();
  }
}
