package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * The controller is killed at each statement of a switchover, while an application writes to all
 * servers all the time. Once it runs again, the switchover is completed or undone: one server takes
 * writes, never did two of them, and the others follow it and have all that was acknowledged.
 */
@KillPoint
@OwnProcess
class SwitchoverCrashTest {

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void byGtid(ServerRelease release) throws InterruptedException {
    assertEndedWhereverTheControllerIsKilled(release, true);
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void byPosition(ServerRelease release) throws InterruptedException {
    assertEndedWhereverTheControllerIsKilled(release, false);
  }

  private static void assertEndedWhereverTheControllerIsKilled(
      ServerRelease release, boolean byGtid) throws InterruptedException {
    try (SwitchoverBed bed = SwitchoverBed.start(release, byGtid)) {
      SandboxServer source = bed.source();
      int count = bed.statements(source).size();
      for (int i : IntStream.range(0, count).toArray()) {
        for (When when : When.beforeEach(i == count - 1)) {
          SwitchoverBed.Said said = bed.statements(source).get(i);
          Trap trap = bed.trap(said, when);
          long since = System.nanoTime();
          String operation = bed.switchOver(source);
          assertThat(trap.awaitSprung())
              .as(() -> "at %s: %s".formatted(trap, bed.operation(operation)))
              .isTrue();
          bed.controller().startAgain();
          JsonNode rests = bed.atRest(operation);
          String state = rests.at("/state").asString();
          System.out.printf("%s: killed %s %s: %s%n", release, when, said, state);
          assertThat(state).as("%s", rests).isIn("SUCCEEDED", "UNDONE");
          SandboxServer now = state.equals("UNDONE") ? source : bed.next(source);
          bed.assertOneTookWrites(source, now, since);
          bed.awaitFollowed(now);
          source = now;
        }
      }
      bed.assertAllAlike(source);
    }
  }
}
