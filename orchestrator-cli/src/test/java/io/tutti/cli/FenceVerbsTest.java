package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FenceVerbsTest extends VerbTest {
  private static final String PLAN =
      """
      {"kind":"fence","target":"db2:3306","instances":["db2:3306"],"steps":[
       {"target":"db2:3306","description":"set read_only of db2:3306","statements":[]}]}\
      """;

  @Test
  void fencesAServerWithAReason() {
    controller.answering("POST /api/v1/instances/db2:3306:fence", 200, PLAN);

    CommandRun run = run("fence", "db2:3306", "--why", "new disk", "--dry-run");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("set read_only of db2:3306");
    assertThat(controller.requests().getFirst())
        .contains("\"why\":\"new disk\"", "\"dryRun\":true");
  }

  @Test
  void unfencesAServer() {
    controller.answering("POST /api/v1/instances/db2:3306:unfence", 200, PLAN);

    assertThat(run("unfence", "db2:3306", "--force", "--why", "new", "--dry-run").exitCode())
        .isZero();
    assertThat(controller.requests().getFirst()).contains("\"force\":true", "\"why\":\"new\"");
  }

  @Test
  void knowsThemByOneNameOnly() {
    assertThat(run("crash", "fence", "db2:3306").exitCode()).isEqualTo(2);
  }
}
