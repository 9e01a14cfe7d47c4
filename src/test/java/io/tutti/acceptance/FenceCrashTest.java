package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The controller is killed at every statement of a fence and of its lifting: both are ended. */
@KillPoint
@OwnProcess
class FenceCrashTest {

  @Test
  void fencesAreEndedWhereverTheControllerWasKilled() throws Exception {
    assertEnded(ServerRelease.MYSQL_5_7_22, "offline_mode;super_read_only");
  }

  static void assertEnded(ServerRelease release, String variables) throws Exception {
    List<String> said = List.of(variables.split(";"));
    try (StatementProxy proxy = StatementProxy.listen();
        Bed bed = Bed.of(release).topology("1").about(1).behind(proxy).start()) {
      bed.controller().awaitDiscovered(bed.address(bed.about()));

      for (String variable : said) {
        for (When when : When.beforeEach(variable.equals(said.getLast()))) {
          Trap shut = killAt(bed, variable, when);
          end(bed, bed.ask(":fence", "{}"), shut, FenceBed::isShut);

          Trap open = killAt(bed, variable, when);
          end(bed, bed.ask(":unfence", "{}"), open, FenceBed::isOpen);
        }
      }
    }
  }

  private static Trap killAt(Bed bed, String variable, When when) {
    return bed.proxy(1)
        .trap("SET GLOBAL %s = ".formatted(variable), when, bed.controller()::killHard);
  }

  private static void end(Bed bed, Answer accepted, Trap trap, Predicate<SandboxServer> wanted)
      throws InterruptedException {
    String id = OperationCalls.begun(accepted);
    assertThat(trap.awaitSprung()).as("%s", trap).isTrue();
    bed.controller().startAgain();
    JsonNode ended = bed.succeeded(bed.atRest(id));
    assertThat(wanted.test(bed.about())).as("%s", ended).isTrue();
  }
}
