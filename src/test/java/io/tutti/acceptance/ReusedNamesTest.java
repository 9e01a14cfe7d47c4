package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** None, or very many, lost transactions; and those whose names were used again. */
@Matrix
class ReusedNamesTest {

  @ParameterizedTest(name = "{0}, by GTID: {1}, {2} lost")
  @CsvSource({"MYSQL_5_7_22, true, 1000", "MYSQL_5_7_22, true, 0"})
  void whatWasLostIsReportedAndCanBeReplayed(ServerRelease release, boolean byGtid, int lost) {
    LostWritesBed.assertReportedAndReplayable(release, byGtid, lost);
  }

  /** A source that lost its numbers gives them to others, and a replica leaves those out. */
  @Test
  void namesThatWereUsedAgainAreProved() {
    try (LostWritesBed bed = LostWritesBed.start(ServerRelease.MYSQL_5_7_22, true)) {
      bed.lose(LostWritesBed.writes(3));
      SandboxServer source = bed.source();
      RunningController controller = bed.controller();
      String incident = new IncidentBed(controller, source).settled(1).at("/id").asString();
      source.execute(
          IntStream.range(0, 5)
              .mapToObj(i -> "INSERT INTO d.t VALUES (%d, 'new')".formatted(500 + i))
              .toArray(String[]::new));

      JsonNode reported = bed.report();
      assertThat(reported.at("/lostOnSource").asString()).as("%s", reported).isEqualTo("named");
      assertThat(reported.at("/replaced")).as("%s", reported).hasSize(3);
      assertThat(reported.at("/replaced/0/onReplica/changes/0/kind").asString())
          .isEqualTo("UPDATE");
      assertThat(reported.at("/replaced/0/onInstance/changes/0/after/1/literal").asString())
          .isEqualTo("'new'");
      CommandResult shown = controller.tutti("crash", "report", source.address().toString());
      assertThat(shown.output()).contains("is another transaction on");

      CommandResult kept = controller.tutti("crash", "report", incident);
      assertThat(kept.output())
          .contains("has 3 that", "'kept' becomes", "is another transaction on");
      source.killHard();
      assertThat(controller.tutti("crash", "report", incident).output())
          .contains("has 3 that", "Whether GTIDs were used again is not known");
    }
  }
}
