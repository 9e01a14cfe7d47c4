package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HoldVerbsTest extends VerbTest {
  private static final String HOLD =
      """
      {"cluster":"orders","lost":"db1:3306","members":["db1:3306","db2:3306"],
       "since":"2026-11-23T10:00:00.5Z","until":"2026-11-23T11:00:00.5Z"}\
      """;
  private static final String CANDIDATE =
      """
      {"instance":"db3:3306","wish":"must_not","owner":"dba","reason":"disk","by":"ada",
       "since":"2026-11-23T10:00:00Z","until":"2026-11-23T12:00:00Z"}\
      """;

  @Test
  void aHoldIsListedAndReleased() {
    controller.answering("GET /api/v1/failover-holds", 200, "{\"items\":[" + HOLD + "]}");
    controller.answering(
        "DELETE /api/v1/clusters/orders/failover-hold?reason=mended", 200, "{\"items\":[]}");

    assertThat(run("hold", "list").out())
        .isEqualTo(
            """
            CLUSTER  LOST      HELD         SINCE                 UNTIL
            orders   db1:3306  the cluster  2026-11-23T10:00:00Z  2026-11-23T11:00:00Z
            """);
    assertThat(run("hold", "release", "orders", "--reason", "mended").out())
        .isEqualTo("The hold of orders is ended.\n");
  }

  @Test
  void aCandidateIsSetListedAndEnded() {
    controller.answering("POST /api/v1/instances/db3:3306/candidate?reason=disk", 200, CANDIDATE);
    controller.answering("GET /api/v1/candidates", 200, "{\"items\":[" + CANDIDATE + "]}");
    controller.answering("DELETE /api/v1/instances/db3:3306/candidate", 200, "{\"items\":[]}");

    assertThat(run("candidate", "db3:3306", "must_not", "--for", "2h", "--reason", "disk").out())
        .isEqualTo("db3:3306 is not promoted, until 2026-11-23T12:00:00Z.\n");
    assertThat(controller.requests().getFirst())
        .contains("\"wish\":\"must_not\"", "\"ttl\":\"PT2H\"");
    assertThat(run("candidate").out()).contains("db3:3306  must_not", "disk");
    assertThat(run("candidate", "db3:3306", "--end").out())
        .isEqualTo("What was said of db3:3306 is ended.\n");
  }

  @Test
  void aCandidateWithoutAWordIsRefused() {
    CommandRun run = run("candidate", "db3:3306");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Say prefer, neutral, must_not, or --end.");
    assertThat(controller.requests()).isEmpty();
  }
}
