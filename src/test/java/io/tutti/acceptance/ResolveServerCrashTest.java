package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A server is killed while a crashed source is left out, and comes back: the operation continues to
 * its end, or all is restored and it can be asked for again. Never do two take writes, and nothing
 * that was received is lost.
 */
@KillPoint
class ResolveServerCrashTest {
  private static final Duration END_MAX = Duration.ofMinutes(4);
  private static final String TO_FOLLOW = "TO MASTER_HOST";

  /** Node 1 is lost, node 2 takes its place, node 3 follows. */
  @ParameterizedTest(name = "{0}, node {1} killed {3} {2}")
  @CsvSource({
    "MYSQL_5_7_22, 1, SET GLOBAL super_read_only, AFTER",
    "MYSQL_5_7_22, 2, STOP SLAVE, BEFORE",
    "MYSQL_5_7_22, 2, RESET SLAVE ALL, AFTER",
    "MYSQL_5_7_22, 2, SET GLOBAL read_only, BEFORE",
    "MYSQL_5_7_22, 3, " + TO_FOLLOW + ", AFTER",
    "MARIADB_10_11_5, 1, SET GLOBAL read_only, AFTER",
    "MARIADB_10_11_5, 2, RESET SLAVE, AFTER",
    "MARIADB_10_11_5, 3, " + TO_FOLLOW + ", AFTER"
  })
  void oneTakesWritesAndHasAll(ServerRelease release, int killed, String statement, When when)
      throws Exception {
    Map<Integer, StatementProxy> proxies = new TreeMap<>();
    for (int node = 1; node <= 3; node++) {
      proxies.put(node, StatementProxy.listen());
    }
    try (ResolveBed bed = ResolveBed.start(release, true, "1>2,1>3", 1, proxies)) {
      SandboxServer victim = bed.server(killed);
      bed.awaitKnown();
      WriteLoad.start(bed.source(), 40).stop();
      bed.write(bed.source(), 20);
      String incident = bed.crashIdle();
      String promote = bed.promotion(bed.address(bed.server(2)).toString());
      Trap trap =
          Objects.requireNonNull(proxies.get(killed)).trap(statement, when, victim::killHard);

      String operation = bed.begin(incident, promote);
      assertThat(trap.awaitSprung()).as("%s", trap).isTrue();
      victim.start();

      String state = atRest(bed, operation).at("/state").asString();
      if (!state.equals("SUCCEEDED")) {
        assertThat(state).as("%s", bed.controller().events(operation)).isEqualTo("UNDONE");
        assertThat(ResolveBed.takesWrites(bed.server(2))).isFalse();
        bed.awaitKnown();
        bed.assertSucceeded(bed.begin(incident, promote));
      }
      assertThat(ResolveBed.rows(bed.server(2))).isEqualTo(bed.written());
      bed.assertGoesOn(bed.server(2), List.of(bed.server(3)));
      bed.assertKnown(incident, bed.server(2), List.of(bed.server(3)));
    }
  }

  private static JsonNode atRest(ResolveBed bed, String operation) {
    await()
        .atMost(END_MAX)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> {
          assertThat(takesWrites(bed.server(2)) && takesWrites(bed.lost()))
              .as("two take writes")
              .isFalse();
          return bed.operation(operation).at("/atRest").asBoolean();
        });
    return bed.operation(operation);
  }

  /** Who does not answer takes none: it is killed, or ends its sessions, just then. */
  private static boolean takesWrites(SandboxServer server) {
    try {
      return server.isRunning() && ResolveBed.takesWrites(server);
    } catch (SandboxException noAnswer) {
      return false;
    }
  }
}
