package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What ends sessions, refuses writes, skips, replaces or forgets is asked about first. */
class ConfirmationTest extends VerbTest {
  private static final String PATH = "POST /api/v1/instances/db2:3306:fence";
  private static final String PLAN =
      """
      {"id":"op-1","state":"PLANNED","steps":[{"description":"set read_only"}],"effects":[
       {"kind":"SESSIONS_END","asks":true,"sentence":"Sessions on db2:3306 are ended, 4 now."},
       {"kind":"RECEIVER_STOPS","sentence":"The receiver of db3:3306 stops."}]}\
      """;

  @Test
  void refusesWithoutATerminalAndWithoutYes() {
    controller.answering(PATH, 200, PLAN);

    CommandRun run = run("fence", "db2:3306", "--no-follow");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("only done with --yes", "Nothing was changed", "are ended, 4 now")
        .contains("remedy: look at it with --dry-run, and add --yes");
    assertThat(controller.requests()).singleElement().asString().contains("\"dryRun\":true");
  }

  @Test
  void asksOnATerminalAndShowsWhatItStops() {
    controller.answering(PATH, 200, PLAN);

    CommandRun run = answering("y\n", "fence", "db2:3306", "--no-follow");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Effects:\n  ! Sessions on db2:3306 are ended, 4 now.\n")
        .contains("  ! The receiver of db3:3306 stops.\nContinue? [y/N] ");
    assertThat(controller.requests().getLast()).contains("\"dryRun\":false");
  }

  @Test
  void doesNothingUnlessThePersonSaysYes() {
    controller.answering(PATH, 200, PLAN);

    for (String typed : new String[] {"", "\n", "n\n", "yep\n"}) {
      assertThat(answering(typed, "fence", "db2:3306").exitCode()).isEqualTo(1);
    }
    assertThat(controller.requests()).noneMatch(each -> each.contains("\"dryRun\":false"));
  }

  @Test
  void asksNothingWithYesAndPlansOnce() {
    controller.answering(PATH, 202, PLAN);

    assertThat(run("fence", "db2:3306", "--no-follow", "--yes").exitCode()).isZero();
    assertThat(controller.requests()).singleElement().asString().contains("\"dryRun\":false");
  }

  @Test
  void asksAboutAStepOfWhichNothingIsKnown() {
    controller.answering(
        PATH, 200, "{\"steps\":[{\"description\":\"do it\"}],\"unknown\":[\"do it\"]}");

    CommandRun run = run("fence", "db2:3306", "--json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out())
        .contains("CONFIRMATION_NEEDED", "What this step stops is not known: do it.");
  }

  @Test
  void asksNothingWhereNothingIsEndedOrLost() {
    controller.answering(
        "POST /api/v1/instances/db2:3306:rebuild",
        202,
        "{\"id\":\"op-1\",\"state\":\"PLANNED\",\"effects\":[]}");

    assertThat(run("crash", "rebuild", "db2:3306", "--mark", "--no-follow").exitCode()).isZero();
  }

  @Test
  void asksBeforeAServerIsForgotten() {
    controller.answering("DELETE /api/v1/instances/db2:3306", 200, "{\"address\":\"db2:3306\"}");

    assertThat(run("forget", "db2:3306").exitCode()).isEqualTo(2);
    assertThat(controller.requests()).isEmpty();
    assertThat(answering("yes\n", "forget", "db2:3306").out())
        .contains("db2:3306 is no longer watched", "Continue? [y/N] db2:3306 is forgotten.");
  }
}
