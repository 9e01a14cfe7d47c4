package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms in which every command prints its answer. */
class OutputTest extends VerbTest {
  private static final String CLUSTERS =
      """
      {"items":[{"name":"db1:3306","heads":["db1:3306"],"flavors":["mysql-8.0"],"instances":3,"reached":3,"findings":0},
                {"name":"on","heads":[],"flavors":[],"instances":1,"reached":0,"worstSeverity":"CRITICAL","findings":2}]}
      """;

  @BeforeEach
  void answer() {
    controller.answering("GET /api/v1/clusters", 200, CLUSTERS);
  }

  @Test
  void printsATableUnlessAnotherFormIsWanted() {
    assertThat(run("clusters").out())
        .isEqualTo(run("clusters", "-o", "table").out())
        .contains("CLUSTER   ALIAS  INSTANCES  REACHED  HEADS     IF SOURCE DIED  FINDINGS\n")
        .doesNotContain("FLAVORS");
  }

  @Test
  void showsAllColumnsWhenItMayBeWide() {
    assertThat(run("clusters", "-o", "wide").out()).contains("FLAVORS", "mysql-8.0");
  }

  @Test
  void printsTheControllersJsonAsItIs() {
    assertThat(run("clusters", "-o", "json").out()).isEqualTo(CLUSTERS);
    assertThat(run("clusters", "--json").out()).isEqualTo(CLUSTERS);
    assertThat(run("clusters", "--output=JSON").out()).isEqualTo(CLUSTERS);
  }

  @Test
  void printsTheSameAsYaml() {
    assertThat(run("clusters", "-o", "yaml").out())
        .isEqualTo(
            """
            items:
              - name: "db1:3306"
                heads:
                  - "db1:3306"
                flavors:
                  - mysql-8.0
                instances: 3
                reached: 3
                findings: 0
              - name: "on"
                heads: []
                flavors: []
                instances: 1
                reached: 0
                worstSeverity: CRITICAL
                findings: 2
            """);
  }

  @Test
  void printsOneIdentifierOnEachLine() {
    assertThat(run("clusters", "-o", "name").out()).isEqualTo("db1:3306\non\n");
    assertThat(run("-o", "name", "clusters").out()).isEqualTo("db1:3306\non\n");
  }

  @Test
  void namesEachKindOfThingByWhatOtherCommandsTake() {
    controller
        .answering(
            "GET /api/v1/operations?limit=50",
            200,
            "{\"items\":[{\"id\":\"op-1\",\"target\":\"db2:3306\"}]}")
        .answering(
            "GET /api/v1/findings",
            200,
            "{\"items\":[{\"code\":\"APPLIER_FAILED\",\"subject\":\"db2:3306\"}],\"notJudged\":[]}")
        .answering(
            "GET /api/v1/clusters/a:1/topology",
            200,
            "{\"name\":\"a:1\",\"instances\":[{\"address\":\"a:1\"},{\"address\":\"b:1\"}]}")
        .answering("GET /api/v1/instances/a:1", 200, "{\"address\":\"a:1\"}");

    assertThat(run("operations", "list", "-o", "name").out()).isEqualTo("op-1\n");
    assertThat(run("findings", "-o", "name").out()).isEqualTo("APPLIER_FAILED/db2:3306\n");
    assertThat(run("topology", "a:1", "-o", "name").out()).isEqualTo("a:1\nb:1\n");
    assertThat(run("instance", "a:1", "-o", "name").out()).isEqualTo("a:1\n");
  }

  @Test
  void saysWhenThereAreNoIdentifiers() {
    controller.answering("GET /api/v1/instances/a:1", 200, "{\"uptime\":1}");

    CommandRun run = run("instance", "a:1", "-o", "name");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("has no identifiers", "-o json");
  }

  @Test
  void printsErrorsInTheFormOfADocument() {
    controller.answering("GET /api/v1/instances/a:1", 404, "{\"code\":\"GONE\",\"detail\":\"d.\"}");

    assertThat(run("instance", "a:1", "-o", "yaml").out()).isEqualTo("code: GONE\ndetail: d.\n");
    assertThat(run("instance", "a:1", "-o", "name").err()).contains("tutti: d. (GONE)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"discover -o json", "discover -ojson", "discover --output=json"})
  void printsUsageErrorsAsJsonHoweverJsonIsAskedFor(String line) {
    CommandRun run = run(line.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).contains("\"code\":\"USAGE\"");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void refusesAFormThatThereIsNot() {
    CommandRun run = run("clusters", "-o", "xml");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("xml", "YAML").hasLineCount(1);
  }
}
