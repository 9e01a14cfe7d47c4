package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Soak;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What a source loses with the end of its binlog while a client writes on, what the incident names
 * of it, and what the client wrote between the start and the fence: the figures of docs/crash.md.
 */
@Soak
class LossUnderLoadTest {
  private static final int RUNS = Integer.getInteger("tutti.test.runs", 20);
  private static final int LOST = 20;
  private static final int WRITTEN_BEFORE = 100;

  /**
   * One run: transactions that were lost, that were named, and that were admitted until the fence.
   */
  private record Run(long lost, long named, int letIn) {
    @Override
    public String toString() {
      return "%d/%d/%d".formatted(lost, named, letIn);
    }
  }

  @ParameterizedTest(name = "{0}, {1} ms between writes")
  @CsvSource({
    "MYSQL_5_7_22, 0",
    "MYSQL_5_7_22, 20",
    "MYSQL_8_0_15, 0",
    "MYSQL_8_0_15, 20",
    "MARIADB_10_11_5, 0",
    "MARIADB_10_11_5, 20"
  })
  void eachThatWasLostIsNamed(ServerRelease release, int pauseMillis) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(run(release, Duration.ofMillis(pauseMillis)));
    }
    System.err.printf(
        "%s, %d ms between writes: lost/named/let in: %s; let in: median %d, worst %d%n",
        release,
        pauseMillis,
        runs,
        runs.stream().mapToInt(Run::letIn).sorted().skip(RUNS / 2).findFirst().orElseThrow(),
        runs.stream().mapToInt(Run::letIn).max().orElseThrow());
    assertThat(runs).allMatch(run -> run.lost() == run.named());
  }

  private static Run run(ServerRelease release, Duration pause) throws IOException {
    try (LostEndBed bed =
        LostEndBed.start(release, true, Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY"))) {
      IncidentBed incidents = new IncidentBed(bed.controller(), bed.source());
      incidents.seeWith(1, 1);
      String received;
      int letIn;
      try (LostEndBed.Client client = new LostEndBed.Client(bed, pause)) {
        client.awaitAccepted(WRITTEN_BEFORE);
        bed.loseEnd(LOST);
        received = bed.received();
        int before = client.accepted();
        bed.source().start();
        bed.awaitShut();
        letIn = client.accepted() - before;
      }
      JsonNode incident = incidents.settled(1);
      return new Run(bed.lostCount(received), bed.namedCount(incident), letIn);
    }
  }
}
