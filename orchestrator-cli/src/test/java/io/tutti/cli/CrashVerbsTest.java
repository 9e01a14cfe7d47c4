package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrashVerbsTest extends VerbTest {
  private static final String ID = "20261121-093012-7f3a01c2";
  private static final String INCIDENT =
      """
      {"id":"20261121-093012-7f3a01c2","instance":"db2:3306","noticedAt":"2026-11-21T09:30:12Z",
       "startedAt":"2026-11-21T09:30:10Z","lastSeenAt":"2026-11-21T09:30:01Z",
       "ended":{"value":"CUT_OFF"},"lastLog":"binlog.000007","host":{"unknown":"no report"},
       "cost":"COMMITS_WITH_THE_HOST","missing":["BINLOG"],"suspect":true,"why":"It ended without a shutdown.",
       "settled":true,"open":true,"errorLog":{"value":["crash recovery"]},
       "replicas":[{"address":"db3:3306","channel":"","lostOnSource":"named","gtids":"u:8-10"}],
       "next":[{"act":{"action":"REBUILD","arguments":{"instance":"db2:3306"}},"what":"rebuild it from another server"}]}\
      """;

  @Test
  void listsWhatIsOpen() {
    controller.answering(
        "GET /api/v1/incidents?limit=50&open=true&instance=db2:3306",
        200,
        "{\"items\":[" + INCIDENT + "]}");

    assertThat(run("crash", "list", "--open", "db2:3306").out())
        .contains(ID, "db2:3306", "CUT_OFF", "unknown", "COMMITS_WITH_THE_HOST", "open");
  }

  @Test
  void saysThatThereIsNone() {
    controller.answering("GET /api/v1/incidents?limit=50&open=false", 200, "{\"items\":[]}");

    assertThat(run("crash", "list").out()).contains("No such restart was noticed.");
  }

  @Test
  void showsAnIncidentByItsId() {
    controller.answering("GET /api/v1/incidents/" + ID, 200, INCIDENT);

    assertThat(run("crash", "show", ID).out())
        .contains("db2:3306 restarted at 2026-11-21T09:30:10Z")
        .contains("commits may be lost, if its host went down", "It ended without a shutdown.")
        .contains("seen last at 2026-11-21T09:30:01Z, and wrote binlog.000007 last")
        .contains("may have gone down with it: no report")
        .contains("its binlog may lack what its tables have")
        .contains("db3:3306: has transactions that this server lost: u:8-10")
        .contains("tutti crash rebuild db2:3306", "rebuild it from another server")
        .contains("| crash recovery");
  }

  @Test
  void aServerOfWhichNoEarlierProcessIsKnownIsNotSaidToHaveLostCommits() {
    controller.answering(
        "GET /api/v1/instances/db2:3306/crash",
        200,
        """
        {"address":"db2:3306","startedAt":{"value":"2026-11-23T08:00:00Z"},"cost":"UNKNOWN",
         "suspect":false,"why":"Its binlogs do not reach back to another process."}\
        """);

    assertThat(run("crash", "show", "db2:3306").out())
        .isEqualTo(
            """
            db2:3306 runs since 2026-11-23T08:00:00Z: nothing is known of a process before this one
              Its binlogs do not reach back to another process.
            """);
  }

  @Test
  void saysThatTheServerOfThenIsGone() {
    String gone =
        INCIDENT.replace("\"open\":true,", "\"open\":true,\"gone\":\"another one answers\",");
    controller.answering("GET /api/v1/incidents/" + ID, 200, gone);
    controller.answering(
        "GET /api/v1/incidents?limit=50&open=false", 200, "{\"items\":[" + gone + "]}");

    assertThat(run("crash", "show", ID).out())
        .contains("another one answers. What follows is about the former server")
        .contains("tutti crash close " + ID);
    assertThat(run("crash", "list").out()).contains("of a server that is gone");
  }

  @Test
  void reportsAnIncidentByItsId() {
    controller.answering(
        "GET /api/v1/incidents/" + ID + "/report",
        200,
        "{\"address\":\"db2:3306\",\"replicas\":[{\"address\":\"db3:3306\",\"lostOnSource\":\"none\"}]}");

    assertThat(run("crash", "report", ID).out())
        .contains("db3:3306 has no transaction that this server lacks");
  }

  @Test
  void closesWithAReasonOnly() {
    controller.answering("POST /api/v1/incidents/" + ID + ":close", 200, INCIDENT);

    assertThat(run("crash", "close", ID).exitCode()).isEqualTo(2);
    assertThat(run("crash", "close", ID, "--why", "rebuilt").exitCode()).isZero();
    assertThat(controller.requests().getFirst()).contains("\"why\":\"rebuilt\"");
  }

  @Test
  void reportsTheHostThatItRunsOn() {
    controller.answering(
        "POST /api/v1/boot-reports",
        200,
        "{\"host\":\"db2\",\"bootId\":\"x\",\"bootedAt\":\"2026-11-21T09:00:00Z\",\"incidents\":[]}");

    assertThat(run("boot-report", "--host", "db2").out()).contains("db2 runs since");
    assertThat(controller.requests().getFirst())
        .contains("\"host\":\"db2\"", "\"bootId\":", "\"bootedAt\":")
        .doesNotContain("cleanlyEnded");
  }
}
