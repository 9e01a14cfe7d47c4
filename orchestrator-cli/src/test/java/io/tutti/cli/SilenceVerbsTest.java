package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilenceVerbsTest extends VerbTest {
  private static final String MUTED =
      """
      {"kind":"MUTED","code":"REPLICA_LAGGING","instance":"b:1","by":"ada","reason":"index",
       "until":"2026-11-23T12:00:00.5Z"}\
      """;
  private static final String DOWNTIME =
      """
      {"cluster":"a:1","owner":"dba","reason":"disk","by":"ada","beganAt":"2026-11-23T10:00:00Z",
       "until":"2026-11-23T12:00:00Z"}\
      """;

  @Test
  void findingsAreAcknowledgedMutedAndCountedAgain() {
    controller.answering(
        "POST /api/v1/findings:acknowledge?reason=known",
        200,
        "{\"kind\":\"ACKNOWLEDGED\",\"code\":\"FENCED\",\"cluster\":\"a:1\",\"by\":\"ada\",\"reason\":\"known\"}");
    controller.answering("POST /api/v1/findings:mute?reason=index", 200, MUTED);
    controller.answering("POST /api/v1/findings:unmute", 200, "{\"items\":[]}");

    assertThat(run("findings", "ack", "FENCED", "--cluster", "a:1", "--reason", "known").out())
        .isEqualTo("FENCED of cluster a:1 is acknowledged until it is over.\n");
    assertThat(
            run("findings", "mute", "REPLICA_LAGGING", "b:1", "--for", "2h", "--reason", "index")
                .out())
        .isEqualTo("REPLICA_LAGGING of b:1 is muted until 2026-11-23T12:00:00Z.\n");
    assertThat(run("findings", "unmute", "REPLICA_LAGGING", "b:1").out())
        .isEqualTo("REPLICA_LAGGING counts again.\n");

    assertThat(controller.requests().get(1))
        .contains("\"code\":\"REPLICA_LAGGING\"", "\"instance\":\"b:1\"", "\"ttl\":\"PT2H\"");
  }

  @Test
  void aServerOrAClusterIsNamed() {
    CommandRun neither = run("findings", "ack", "FENCED", "--reason", "known");
    CommandRun both =
        run("downtime", "begin", "b:1", "--cluster", "a:1", "--for", "2h", "--reason", "disk");

    assertThat(neither.exitCode()).isEqualTo(2);
    assertThat(neither.err()).contains("HOST:PORT, or --cluster CLUSTER");
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(controller.requests()).isEmpty();
  }

  @Test
  void aDowntimeBeginsIsListedAndEnds() {
    controller.answering("POST /api/v1/downtimes?reason=disk", 200, DOWNTIME);
    controller.answering("GET /api/v1/downtimes", 200, "{\"items\":[" + DOWNTIME + "]}");
    controller.answering("POST /api/v1/downtimes:end", 200, "{\"items\":[]}");

    assertThat(
            run(
                    "downtime",
                    "begin",
                    "--cluster",
                    "a:1",
                    "--for",
                    "2h",
                    "--owner",
                    "dba",
                    "--reason",
                    "disk")
                .out())
        .isEqualTo(
            "The downtime of cluster a:1 has begun. It ends by itself at 2026-11-23T12:00:00Z.\n");
    assertThat(run("downtime", "list").out())
        .contains("cluster a:1  dba", "2026-11-23T12:00:00Z  disk");
    assertThat(run("downtime", "end", "--cluster", "a:1").exitCode()).isZero();
  }

  @Test
  void whatIsMutedIsListed() {
    controller.answering("GET /api/v1/silences", 200, "{\"items\":[" + MUTED + "]}");

    assertThat(run("findings", "muted").out())
        .contains("REPLICA_LAGGING  b:1  muted  ada  2026-11-23T12:00:00Z  index");
  }

  @Test
  void whatIsNotCountedIsShownApart() {
    controller.answering(
        "GET /api/v1/findings",
        200,
        """
        {"counts":{"critical":0,"warning":0,"notice":0},"items":[],"notJudged":[],
         "silenced":[{"code":"REPLICA_LAGGING","severity":"WARNING","scope":"CHANNEL",
           "cluster":"a:1","subject":"b:1","instance":"b:1","description":"d","evidence":"e",
           "remedies":[],"since":"2026-11-23T10:00:00Z","silence":%s}]}\
        """
            .formatted(MUTED));

    assertThat(run("findings").out())
        .isEqualTo(
            """
            Nothing was found.

            Not counted:
              b:1  REPLICA_LAGGING  muted by ada until 2026-11-23T12:00:00Z: index
            """);
  }
}
