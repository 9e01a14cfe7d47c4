package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** A controller with a store of its own acts on the same servers: its lock keeps others away. */
@OwnProcess
class ActingLockTest {
  private static boolean isLocked(SandboxServer server) {
    return server
        .queryValue("SELECT IS_USED_LOCK('tutti.act') IS NOT NULL")
        .orElseThrow()
        .equals("1");
  }

  private static boolean areLocked(Bed bed, boolean wanted) {
    return bed.sandbox().servers().stream().allMatch(each -> isLocked(each) == wanted);
  }

  @Matrix
  @ParameterizedTest
  @Releases({ServerRelease.MYSQL_5_7_22, ServerRelease.MARIADB_10_11_5})
  void keepsAllThatActsFromAServerUntilItsSessionIsEnded(ServerRelease release)
      throws SQLException {
    try (Bed bed = AutomaticFailoverTest.start(release, Map.of());
        Connection other = bed.server(3).connect();
        Statement statement = other.createStatement()) {
      statement.execute("SELECT GET_LOCK('tutti.act', 0)");
      String server = bed.server(3).address().toString();
      String below = bed.server(2).address().toString();
      for (String[] command :
          List.of(
              new String[] {"relocate", server, "--below", below, "--yes"},
              new String[] {"fence", server, "--yes"},
              new String[] {"backup", "begin", server})) {
        CommandResult refused = bed.controller().tutti(command);
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.output() + refused.errors())
            .contains("Another controller acts on " + server, "whose last statement was")
            .containsOnlyOnce("Nothing was changed.");
      }
      assertThat(follows(bed, bed.source())).isTrue();

      bed.server(3)
          .execute(
              "KILL " + bed.server(3).queryValue("SELECT IS_USED_LOCK('tutti.act')").orElseThrow());
      CommandResult done = bed.controller().tutti("relocate", server, "--below", below, "--yes");
      assertThat(done.exitCode()).as("%s", done).isZero();
      assertThat(follows(bed, bed.server(2))).isTrue();
      assertThat(areLocked(bed, false)).isTrue();
    }
  }

  private static boolean follows(Bed bed, SandboxServer source) {
    return ReplicaStatus.of(bed.server(3))
        .text("Master_Port", "Source_Port")
        .equals(String.valueOf(source.address().port()));
  }
}
