package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromotionVerbsTest extends VerbTest {
  private static final String PLAN =
      """
      {"kind":"switchover","target":"db1:3306","instances":["db1:3306"],"steps":[
       {"target":"db1:3306","description":"shut db1:3306 for writes","statements":[]}]}\
      """;

  @Test
  void asksForASwitchover() {
    controller.answering("POST /api/v1/clusters/orders:switchover", 200, PLAN);

    CommandRun run = run("switchover", "orders", "--to", "db2:3306", "--grace", "10s", "--dry-run");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("shut db1:3306 for writes");
    assertThat(controller.requests().getFirst())
        .contains("\"to\":\"db2:3306\"", "\"grace\":\"PT10S\"", "\"dryRun\":true");
  }

  @Test
  void asksForAFailover() {
    controller.answering("POST /api/v1/clusters/db1:3306:failover", 200, PLAN);

    CommandRun run = run("failover", "db1:3306", "--force", "--why", "it is off", "--dry-run");

    assertThat(run.exitCode()).isZero();
    assertThat(controller.requests().getFirst())
        .contains("\"force\":true", "\"why\":\"it is off\"");
  }

  @Test
  void doesNotTakeAWordForATime() {
    assertThat(run("switchover", "orders", "--grace", "soon").exitCode()).isEqualTo(2);
  }
}
