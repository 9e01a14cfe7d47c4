package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Journey;
import io.tutti.tier.Matrix;
import org.junit.jupiter.api.Test;

/** What was written on a replica is shown, and counts on the source then; its rows stay. */
class ErrantTest {

  private static CommandResult tutti(Bed bed, String... words) {
    CommandResult result = bed.controller().tutti(words);
    assertThat(result.exitCode()).as("%s", result).isZero();
    return result;
  }

  private static String executed(SandboxServer server) {
    return server.queryValue("SELECT @@GLOBAL.gtid_executed").orElseThrow();
  }

  @Journey
  @Test
  void isShownAndInjected() {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_5_7_22).topology("1>2,1>3").byGtid(true).start()) {
      bed.createTable();
      bed.awaitKnown();
      Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
      bed.server(2).execute("INSERT INTO d.t VALUES (77)");
      String replica = bed.address(bed.server(2)).toString();
      String uuid = bed.server(2).queryValue("SELECT @@server_uuid").orElseThrow();

      assertThat(tutti(bed, "errant", "show", replica).output())
          .contains(uuid + ":1", "Written on %s itself.".formatted(replica), "Inserts into d.t");

      tutti(bed, "errant", "inject", replica, "--yes");
      assertThat(executed(bed.source())).contains(uuid);
      await().untilAsserted(() -> assertThat(executed(bed.server(3))).contains(uuid));
      assertThat(Bed.rows(bed.source())).isZero();
      assertThat(Bed.rows(bed.server(3))).isZero();
      assertThat(Bed.rows(bed.server(2))).isEqualTo(1);
      assertThat(tutti(bed, "errant", "show", replica).output()).contains("nothing errant");
      assertThat(tutti(bed, "detach", replica, "--yes").output()).contains("It is stopped.");
      assertThat(tutti(bed, "attach", replica, "--yes").output()).contains("It replicates.");
    }
  }

  @Matrix
  @Test
  void ofMariaDbIsRefused() {
    try (Bed bed = Bed.of(ServerRelease.MARIADB_10_11_5).topology("1>2").byGtid(true).start()) {
      bed.createTable();
      bed.awaitKnown();
      Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
      bed.server(2).execute("INSERT INTO d.t VALUES (77)");
      String replica = bed.address(bed.server(2)).toString();
      CommandResult refused = bed.controller().tutti("errant", "inject", replica, "--yes");
      assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
      assertThat(refused.toString()).contains("no other server can take such a GTID");
      assertThat(Bed.rows(bed.source())).isZero();
    }
  }
}
