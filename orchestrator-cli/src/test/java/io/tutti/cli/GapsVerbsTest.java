package io.tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapsVerbsTest extends VerbTest {
  private static final String PATH = "/api/v1/instances/db2:3306/gaps";

  @Test
  void showsWhatIsMissingByItsPlaceInTheSourcesBinlog() {
    controller.answering(
        "GET " + PATH,
        200,
        """
        {"address":"db2:3306","channels":[{"channel":"east","source":"db1:3306","applierRuns":false,"gaps":"open",
         "why":"later ones were applied","missingCount":1,
         "missing":[{"begin":"binlog.000001:880","end":"binlog.000001:1132","bytes":252,"gtid":null}]}]}\
        """);

    CommandRun run = run("gaps", "show", "db2:3306");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("db2:3306 channel east from db1:3306: 1 transaction is missing")
        .contains("applier is stopped; later ones were applied")
        .contains("binlog.000001:880", "binlog.000001:1132", "252")
        .contains("tutti gaps close db2:3306");
  }

  @Test
  void takesUnknownForAGap() {
    controller.answering(
        "GET " + PATH,
        200,
        """
        {"address":"db2:3306","channels":[{"channel":"","source":"db1:3306","applierRuns":true,"gaps":"unknown",
         "why":"the workers' progress is unknown","missingCount":0,"missing":[]}]}\
        """);

    assertThat(run("gaps", "show", "db2:3306").out())
        .contains("unknown, and so taken for a gap", "applier is running", "tutti gaps close");
  }

  @Test
  void saysThatAServerReplicatesNothing() {
    controller.answering("GET " + PATH, 200, "{\"address\":\"db2:3306\",\"channels\":[]}");

    assertThat(run("gaps", "show", "db2:3306").out()).contains("db2:3306 replicates nothing.");
  }

  @Test
  void asksForADryRunWithAllThatWasSaid() {
    controller.answering(
        "POST " + PATH + ":close",
        200,
        """
        {"steps":[{"description":"let the applier close its gaps","statements":["START SLAVE"]}],"effects":[]}\
        """);

    CommandRun run =
        run(
            "gaps",
            "close",
            "db2:3306",
            "--row-repaired",
            "--channel",
            "east",
            "--deadline",
            "600",
            "--dry-run");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("1. let the applier close its gaps", "Nothing was changed.");
    assertThat(controller.requests().getFirst())
        .contains("\"rowRepaired\":true", "\"channel\":\"east\"", "\"deadline\":\"PT10M\"")
        .contains("\"dryRun\":true");
  }

  @Test
  void refusesAVerbWithoutItsOwnVerb() {
    assertThat(run("gaps").exitCode()).isEqualTo(2);
  }
}
