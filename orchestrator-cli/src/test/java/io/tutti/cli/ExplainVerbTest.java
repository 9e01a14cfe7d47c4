package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The pages are in the program: no controller is asked. */
class ExplainVerbTest extends VerbTest {
  @Test
  void printsThePageOfACode() {
    CommandRun run = run("explain", "REPLICA_LAGGING");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("REPLICA_LAGGING").contains("Why it matters", "What to do");
    assertThat(controller.requests()).isEmpty();
  }

  @Test
  void listsAllCodes() {
    CommandRun run = run("explain");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("REPLICA_LAGGING", "SOURCE_DEAD", "FENCED");
  }

  @Test
  void isJsonForPrograms() {
    assertThat(run("explain", "FENCED", "--json").out())
        .contains("\"code\"", "\"FENCED\"", "\"summary\"", "\"page\"");
    assertThat(run("explain", "--json").out()).contains("\"items\"", "\"REPLICA_LAGGING\"");
  }

  @Test
  void namesTheNearestCode() {
    CommandRun run = run("explain", "REPLICA_LAGING");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("There is no finding with the code", "REPLICA_LAGGING");
  }
}
