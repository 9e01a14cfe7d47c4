package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** The controller is killed at every statement of a skip, and exactly one is left out. */
class SkipCrashTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}")
  @Cases(
      value = "MYSQL_8_0_15, false, 2",
      thorough = {"MYSQL_5_7_22, true, 5", "MARIADB_10_11_5, false, 4"})
  void aSkipIsTakenUpWhereverTheControllerWasKilled(
      ServerRelease release, boolean byGtid, int statements) throws Exception {
    try (StatementProxy proxy = StatementProxy.listen();
        SkipBed bed = SkipBed.behind(proxy, release, byGtid)) {
      bed.letSkipNext();
      for (int statement = 0; statement < statements; statement++) {
        for (When when : When.beforeEach(statement == statements - 1)) {
          int failing = bed.failWithDuplicateKey();
          bed.awaitError();
          JsonNode said = bed.plan().at("/steps/0/statements");
          assertThat(said).hasSize(statements);
          String text = said.at("/" + statement).asString();

          Trap trap = proxy.trap(text, when, bed.controller()::killHard);
          Answer accepted = bed.ask(bed.next(false));
          assertThat(trap.awaitSprung()).as("%s %s: %s", when, text, accepted).isTrue();
          bed.controller().startAgain();

          JsonNode ended = bed.atRest(accepted.text("/id"));
          assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
          bed.expectMissing(failing);
          bed.assertOnlySkippedAreMissing();
        }
      }
    }
  }
}
