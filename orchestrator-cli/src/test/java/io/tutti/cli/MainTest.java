package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest extends VerbTest {
  private static final String PROBLEM =
      """
      {"type":"about:blank","title":"Connection refused","status":502,"detail":"d","code":"CONNECTION_REFUSED",\
      "target":"db9:3306","observed":"db9:3306 refused the connection. It was not added.",\
      "remedies":[{"sentence":"start the server"}]}\
      """;

  @Test
  void sendsTheTokenAndTheAddressOfTheServerToDiscover() {
    controller.answering(
        "POST /api/v1/discoveries",
        200,
        """
        {"seed":"db1:3306","cluster":"db1:3306","reached":["db1:3306","db2:3306"],
         "failed":[{"address":"db3:3306","failure":{"code":"ACCESS_DENIED","observed":"no.","remedies":[{"sentence":"grant it"}]}}],
         "untrusted":["db2:3306"],"tookMillis":42}\
        """);

    CommandRun run = run("discover", "db1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("2 found in cluster db1:3306 in 42 ms", "  db2:3306")
        .contains("db3:3306  ACCESS_DENIED  no.", "remedy: grant it")
        .contains("Not trusted, as only other servers named it:", "tutti trust db2:3306");
    assertThat(controller.requests())
        .containsExactly("POST /api/v1/discoveries {\"address\":\"db1:3306\"} [Bearer t0ken]");
  }

  @ParameterizedTest
  @CsvSource({"400,1", "401,1", "404,1", "409,1", "422,1", "500,1", "502,3", "503,1", "504,3"})
  void endsWithThreeOnlyWhereTheTargetCouldNotBeReached(int status, int exitCode) {
    controller.answering("POST /api/v1/discoveries", status, PROBLEM);

    CommandRun run = run("discover", "db9:3306");

    assertThat(run.exitCode()).isEqualTo(exitCode);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            """
            tutti: db9:3306 refused the connection. It was not added. (CONNECTION_REFUSED)
              remedy: start the server
            """);
  }

  @Test
  void printsTheControllersJsonAsItIs() {
    String odd = "{ \"items\" : [ ] ,\n \"extra\":1.50, \"text\":\"Grüße\" }";
    controller.answering("GET /api/v1/clusters", 200, odd);

    assertThat(run("clusters", "--json").out()).isEqualTo(odd + "\n");
    assertThat(run("--json", "clusters").out()).isEqualTo(odd + "\n");
  }

  @Test
  void printsProblemsAsTheyAreWhenJsonIsWanted() {
    controller.answering("GET /api/v1/instances/db9:3306", 504, PROBLEM);

    CommandRun run = run("instance", "db9:3306", "--json");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).isEqualTo(PROBLEM + "\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void namesTheServerVerbWhenNoControllerAnswers() {
    controller.close();

    CommandRun run = run("clusters");
    CommandRun asJson = run("clusters", "--json");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains("The controller at " + controller.url() + " could not be reached")
        .contains("remedy: start one with: tutti server");
    assertThat(asJson.exitCode()).isEqualTo(3);
    assertThat(asJson.out()).contains("\"code\":\"CONTROLLER_UNREACHABLE\"", "tutti server");
  }

  @Test
  void findsTheControllerOfThisMachineInItsHome(@TempDir Path home) throws IOException {
    Files.writeString(
        home.resolve("controller.json"), "{\"url\":\"" + controller.url() + "\",\"pid\":1}");
    Files.writeString(home.resolve("token"), "from-home\n");
    controller.answering("GET /api/v1/clusters", 200, "{\"items\":[]}");

    CommandRun run = CommandRun.of(Map.of("TUTTI_HOME", home.toString()), "clusters");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("tutti discover HOST:PORT");
    assertThat(controller.requests()).containsExactly("GET /api/v1/clusters [Bearer from-home]");
  }

  @Test
  void letsFlagsWinOverTheEnvironment() {
    controller.answering("GET /api/v1/flavors", 200, "{\"items\":[]}");

    CommandRun run =
        CommandRun.of(
            Map.of("TUTTI_URL", "http://127.0.0.1:1", "TUTTI_TOKEN", "other"),
            "flavors",
            "--url",
            controller.url() + "/",
            "--token",
            "flag");

    assertThat(run.exitCode()).isZero();
    assertThat(controller.requests()).containsExactly("GET /api/v1/flavors [Bearer flag]");
  }

  @Test
  void saysWhereItLookedWhenNoControllerIsNamed(@TempDir Path home) {
    CommandRun run = CommandRun.of(Map.of("TUTTI_HOME", home.toString()), "clusters");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("neither --url nor TUTTI_URL is set", home.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "topolgy,topology",
    "discovr,discover",
    "clustrs,clusters",
  })
  void offersTheVerbThatWasProbablyMeant(String typed, String meant) {
    CommandRun run = run(typed);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Did you mean").contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "discover", "discover a:b", "topology --wach", "sandbox", "server"})
  void endsWithTwoWhenTheCommandLineIsWrong(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ");

    CommandRun run = run(arguments);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("tutti").doesNotContain("\tat ");
  }

  @Test
  void printsUsageErrorsAsJsonWhenJsonIsWanted() {
    CommandRun run = run("discover", "db1:none", "--json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).contains("\"code\":\"USAGE\"", "is not a port number");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "server",
        "sandbox",
        "sandbox up",
        "sandbox status",
        "sandbox sql",
        "sandbox kill",
        "sandbox start",
        "sandbox down",
        "discover",
        "clusters",
        "topology",
        "instance",
        "forget",
        "fence",
        "unfence",
        "findings",
        "audit",
        "decisions",
        "flavors",
        "completion"
      })
  void showsExamplesInTheHelpOfEveryVerb(String verb) {
    CommandRun run = run((verb + " --help").split(" "));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Usage: tutti " + verb, "Examples:", "  tutti ");
  }

  @Test
  void neverShowsAStackTraceForAnAnswerThatMakesNoSense() {
    controller.answering("GET /api/v1/clusters", 200, "<html>hello</html>");
    controller.answering("GET /api/v1/flavors", 500, "<html>oops</html>");

    assertThat(run("clusters").exitCode()).isEqualTo(1);
    assertThat(run("clusters").err()).contains("NOT_A_CONTROLLER").doesNotContain("\tat ");
    assertThat(run("flavors").exitCode()).isEqualTo(1);
    assertThat(run("flavors").err()).contains("status 500").doesNotContain("\tat ");
  }

  @Test
  void drawsEveryClusterWhenNoneIsNamed() {
    controller.answering(
        "GET /api/v1/clusters", 200, "{\"items\":[{\"name\":\"a:1\"},{\"name\":\"b c\"}]}");
    controller.answering(
        "GET /api/v1/clusters/a:1/topology",
        200,
        "{\"name\":\"a:1\",\"heads\":[],\"instances\":[]}");
    controller.answering(
        "GET /api/v1/clusters/b%20c/topology",
        200, "{\"name\":\"b c\",\"heads\":[],\"instances\":[]}");

    CommandRun run = run("topology");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("a:1  0 instances", "b c  0 instances");
  }

  @Test
  void forgetsAnInstanceAndShowsTheAudit() {
    controller.answering(
        "DELETE /api/v1/instances/db9:3306",
        200,
        "{\"address\":\"db9:3306\",\"stillLedToBy\":[\"db1:3306\"]}");
    controller.answering(
        "GET /api/v1/audit?limit=5&target=db9:3306",
        200,
        """
        {"items":[{"at":"2026-11-20T10:00:00.123Z","actor":"api","action":"instance.forgotten",
          "target":"db9:3306","outcome":"DONE","reason":"Asked for."}]}\
        """);

    assertThat(run("forget", "db9:3306", "--yes").out())
        .isEqualTo(
            """
            db9:3306 is forgotten.
            It will be found again, because these lead to it: db1:3306
            """);
    assertThat(run("audit", "--target", "db9:3306", "--limit", "5").out())
        .contains("2026-11-20T10:00:00Z  api  instance.forgotten  db9:3306  DONE     Asked for.");
  }

  @Test
  void showsWhatTheControllerDecidedAndWhy() {
    controller.answering(
        "GET /api/v1/decisions",
        200,
        """
        {"items":[{"at":"2026-11-22T10:00:00.123Z","rule":"crash","id":"4f1","instance":"db1:3306",
          "decision":"RECOVER","reason":"Its restart may have cost commits.","operation":"op-7"},
          {"at":"2026-11-22T09:00:00Z","rule":"start-fenced","id":"db2:3306","instance":"db2:3306",
          "decision":"ASK_OPERATOR","reason":"tutti.start-fenced.unfence is OFF."}],"counts":[]}\
        """);

    assertThat(run("decisions").out())
        .contains(
            "2026-11-22T10:00:00Z  crash         db1:3306  RECOVER       op-7       Its restart may"
                + " have",
            "2026-11-22T09:00:00Z  start-fenced  db2:3306  ASK_OPERATOR  -         "
                + " tutti.start-fenced.unfence");
  }

  @Test
  void showsOnlyTheDecisionsThatAreWanted() {
    controller.answering(
        "GET /api/v1/decisions",
        200,
        """
        {"items":[{"at":"2026-11-22T10:00:00.123Z","rule":"crash","id":"4f1","instance":"db1:3306"},
          {"at":"2026-11-22T09:00:00Z","rule":"lease","id":"db2:3306","instance":"db2:3306"}]}\
        """);

    assertThat(run("decisions", "--since", "2026-11-22T09:30:00Z", "-o", "name").out())
        .isEqualTo("4f1\n");
    assertThat(run("decisions", "--rule", "lease", "-o", "name").out()).isEqualTo("db2:3306\n");
    assertThat(run("decisions", "--limit", "1", "-o", "name").out()).isEqualTo("4f1\n");
    assertThat(run("decisions", "--since", "1s").out()).contains("nothing to decide yet");
  }

  @Test
  void printsACompletionScriptThatKnowsEveryVerb() {
    assertThat(run("completion").out()).contains("complete -F", "topology", "sandbox");
  }
}
