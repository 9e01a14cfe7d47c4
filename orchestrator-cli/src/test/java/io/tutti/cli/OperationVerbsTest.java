package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationVerbsTest extends VerbTest {
  private static final String PATH = "/api/v1/instances/db2:3306/parallelism";

  @Test
  void plansWithoutActing() {
    controller.answering(
        "POST " + PATH,
        200,
        """
        {"steps":[{"description":"set workers=8 on db2:3306","statements":["STOP","SET","START"]}],
         "effects":[{"kind":"APPLIER_STOPS","instance":"db2:3306","sentence":"The applier of db2:3306 stops, for about 105 ms."}]}\
        """);

    CommandRun run =
        run("parallelism", "plan", "db2:3306", "workers=8", "--persist", "--settle", "60");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("1. set workers=8 on db2:3306", "STOP;", "SET;", "START;")
        .contains("Effects:\n  ! The applier of db2:3306 stops, for about 105 ms.\n")
        .contains("Nothing was changed.");
    assertThat(controller.requests().getFirst())
        .contains("\"settings\":{\"workers\":\"8\"}", "\"dryRun\":true", "\"persist\":true")
        .contains("\"settle\":\"PT1M\"");
  }

  @Test
  void showsWhatHooksPrinted() {
    controller.answering(
        "GET /api/v1/operations/op-1",
        200,
        """
        {"id":"op-1","kind":"fence","target":"db1:3306","state":"SUCCEEDED","why":"Done.","actor":"eve",
         "requestedAt":"2026-11-21T09:30:12Z","changedAt":"2026-11-21T09:30:13Z","atRest":true,
         "hooks":["Hook vip (after-fence) succeeded, after 3 ms. It printed: moved\\nto db2"]}\
        """);

    CommandRun run = run("operations", "show", "op-1");

    assertThat(run.out())
        .contains("  Hook vip (after-fence) succeeded, after 3 ms. It printed: moved\n  to db2\n");
  }

  @Test
  void showsWhichStepsAreDoneAtTheSameTime() {
    controller.answering(
        "POST " + PATH,
        200,
        """
        {"steps":[{"description":"begin"},
                  {"description":"follow one","stage":"followers"},
                  {"description":"follow two","stage":"followers"},
                  {"description":"end"}],"effects":[]}\
        """);

    CommandRun run = run("parallelism", "plan", "db2:3306", "workers=8");

    assertThat(run.out())
        .contains("2. follow one\n", "3. follow two, at the same time as 2\n", "4. end\n");
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED,0", "UNDONE,1", "FAILED,1", "STUCK,1"})
  void followsAnOperationAndExitsAsItEnded(String state, int exitCode) {
    controller.answering("POST " + PATH, 202, "{\"id\":\"op-1\",\"state\":\"PLANNED\"}");
    controller.answering(
        "GET /api/v1/operations/op-1/events?from=1",
        200,
        """
        id:1
        event:operation
        data:{"sequence":1,"at":"2026-11-21T09:30:12Z","state":"PLANNED","atRest":false,"message":"Planned.","percent":0}

        id:2
        event:operation
        data:{"sequence":2,"at":"2026-11-21T09:30:13Z","state":"%s","atRest":true,"message":"Ended.","percent":100}

        """
            .formatted(state));
    controller.answering(
        "GET /api/v1/operations/op-1",
        200,
        "{\"id\":\"op-1\",\"state\":\"%s\",\"why\":\"So it is.\",\"remedies\":[{\"sentence\":\"do this\"}]}"
            .formatted(state));

    CommandRun run = run("parallelism", "apply", "db2:3306", "workers=8");

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.out())
        .contains("0% PLANNED  Planned.", "100% " + state + "  Ended.")
        .contains(state + "  So it is.", "remedy: do this");
  }

  @Test
  void saysOnceHowAnOperationEnded() {
    controller.answering(
        "GET /api/v1/operations/op-1/events?from=1",
        200,
        """
        id:1
        event:operation
        data:{"sequence":1,"at":"2026-11-21T09:30:12Z","state":"UNDONE","atRest":true,"message":"It is put back.","percent":100}

        """);
    controller.answering(
        "GET /api/v1/operations/op-1",
        200,
        "{\"id\":\"op-1\",\"state\":\"UNDONE\",\"why\":\"It is put"
            + " back.\",\"remedies\":[{\"sentence\":\"do this\"}]}");

    assertThat(run("operations", "follow", "op-1").out())
        .isEqualTo(
            """
            operation op-1
            09:30:12Z 100% UNDONE  It is put back.
              remedy: do this
            """);
  }

  @Test
  void showsWhatDiffersFromWhatIsDesired() {
    controller.answering(
        "GET " + PATH,
        200,
        """
        {"address":"db2:3306","flavor":"test-1","version":"1.2","knobs":[{"serverName":"workers","value":{"value":"0"},
         "defaultValue":"0","isDefault":true,"persisted":{"absent":"none"},"desired":"8","original":"2","drifted":true}],
         "channels":[{"channel":"","gaps":"free","why":"it applies serially"}],"optionLines":["workers=8"],"findings":[]}\
        """);

    CommandRun run = run("parallelism", "show", "db2:3306");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("8 (differs)", "gaps: free (it applies serially)", "[mysqld]", "  workers=8");
  }

  @Test
  void showsWhatWouldBeSkipped() {
    controller.answering(
        "POST /api/v1/instances/db2:3306/transactions:skip",
        200,
        """
        {"steps":[{"description":"put an empty transaction in its place","statements":["BEGIN","COMMIT"]}],
         "effects":[],"notes":[{"sentence":"Inserts into shop.orders."},{"sentence":"After this the replica differs."}]}\
        """);

    CommandRun run =
        run("skip", "db2:3306", "--gtid", "0-1-7", "--channel", "east", "--dry-run", "--key", "k1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("  Inserts into shop.orders.", "  After this the replica differs.")
        .contains("1. put an empty transaction in its place", "COMMIT;", "Nothing was changed.");
    assertThat(controller.requests().getFirst())
        .contains("\"gtid\":\"0-1-7\"", "\"channel\":\"east\"", "\"dryRun\":true");
  }

  @Test
  void skipsTheFailingTransactionUnlessOneIsNamed() {
    controller.answering(
        "POST /api/v1/instances/db2:3306/transactions:skip",
        202,
        "{\"id\":\"op-1\",\"state\":\"PLANNED\"}");

    CommandRun run = run("skip", "db2:3306", "--next", "--no-follow", "--yes");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Operation op-1 has begun.");
    assertThat(controller.requests().getFirst()).contains("{\"dryRun\":false}");
    assertThat(run("skip", "db2:3306", "--next", "--gtid", "0-1-7").exitCode()).isEqualTo(2);
  }

  @Test
  void listsOperations() {
    controller.answering(
        "GET /api/v1/operations?limit=50",
        200,
        """
        {"items":[{"id":"op-1","state":"SUCCEEDED","kind":"parallelism.apply","target":"db2:3306","why":"Done."}]}\
        """);

    assertThat(run("operations", "list").out())
        .contains("op-1", "SUCCEEDED", "parallelism.apply", "db2:3306");
  }

  @Test
  void hasAStuckOperationPutBackAgain() {
    controller.answering(
        "POST /api/v1/operations/op-1:retry", 200, "{\"id\":\"op-1\",\"state\":\"STUCK\"}");

    CommandRun run = run("operations", "retry", "op-1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Operation op-1 is being undone again", "tutti operations follow op-1");
    assertThat(run("operations", "retry", "op-1", "--json").out()).contains("\"id\":\"op-1\"");
  }

  @Test
  void settlesAStuckOperationWithAReason() {
    controller.answering(
        "POST /api/v1/operations/op-1:settle?reason=started%20db3",
        200, "{\"id\":\"op-1\",\"state\":\"FAILED\",\"why\":\"Settled by anna: started db3\"}");

    CommandRun run = run("operations", "settle", "op-1", "--why", "started db3");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("FAILED  Settled by anna: started db3");
    assertThat(run("operations", "settle", "op-1").exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry", "settle"})
  void saysWhyAnOperationIsNotStuck(String verb) {
    String refusal =
        """
        {"code":"OPERATION_STATE","detail":"op-1 is succeeded, not stuck. Nothing was changed.",
         "remedies":[{"sentence":"GET /op-1","acts":[{"action":"SHOW_OPERATION",\
         "arguments":{"operation":"op-1"},"text":"GET /op-1"}]}]}\
        """;
    controller.answering("POST /api/v1/operations/op-1:retry", 409, refusal);
    controller.answering("POST /api/v1/operations/op-1:settle?reason=so", 409, refusal);

    CommandRun run =
        verb.equals("retry")
            ? run("operations", verb, "op-1")
            : run("operations", verb, "op-1", "--why", "so");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "op-1 is succeeded, not stuck. Nothing was changed.", "tutti operations show op-1");
  }

  @Test
  void refusesAVerbWithoutItsOwnVerb() {
    assertThat(run("parallelism").exitCode()).isEqualTo(2);
    assertThat(run("operations").exitCode()).isEqualTo(2);
    assertThat(run("parallelism", "apply").exitCode()).isEqualTo(2);
  }
}
