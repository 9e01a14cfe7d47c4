package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A replica gives GTIDs to what its source, which has none, writes
 * (ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS): these came from the source, though they bear the name
 * of the replica, or one that no server has.
 */
class AssignedGtidsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MADE_UP = "99999999-0000-0000-0000-000000000000";

  @Test
  void areNotErrantUnderTheNameOfTheReplica() {
    areNotErrant("LOCAL");
  }

  @Matrix
  @Test
  void areNotErrantUnderAnotherName() {
    areNotErrant("'" + MADE_UP + "'");
  }

  private static void areNotErrant(String names) {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_9_7).byGtid(false).start()) {
      bed.awaitKnown();
      SandboxServer replica = bed.replica();
      bed.createTable();
      Checksums.awaitEqual(bed.source(), replica, "d.t");
      replica.execute(
          "STOP REPLICA",
          "SET GLOBAL enforce_gtid_consistency = ON",
          "SET GLOBAL gtid_mode = OFF_PERMISSIVE",
          "SET GLOBAL gtid_mode = ON_PERMISSIVE",
          "SET GLOBAL gtid_mode = ON",
          "CHANGE REPLICATION SOURCE TO ASSIGN_GTIDS_TO_ANONYMOUS_TRANSACTIONS = " + names,
          "START REPLICA");
      bed.write(7);
      Checksums.awaitEqual(bed.source(), replica, "d.t");
      String executed = replica.queryValue("SELECT @@global.gtid_executed").orElseThrow();
      assertThat(executed).endsWith(":1-7");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(
                      bed.controller()
                          .tutti("instance", replica.address().toString(), "--json")
                          .output())
                  .contains(executed));

      assertThat(bed.operations().findings(bed.address(replica)))
          .doesNotContain("ERRANT_TRANSACTIONS");
      CommandResult shown = bed.controller().tutti("errant", "show", replica.address().toString());
      assertThat(shown.toString()).doesNotContain("written on", executed);
    }
  }
}
