package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** A replica that is measured while its source is written to, and what it has then. */
final class TuningBed extends ReplicaUnderLoad {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration OPERATION_MAX = Duration.ofMinutes(6);

  /** More than are written while it is held back: that lasts for as long as it may. */
  static final String NEVER = ",\"transactions\":1000000";

  /** So many are written in a second or two, or in half a minute on a machine that is busy. */
  static final String SOON = ",\"transactions\":400";

  /** A short search. */
  static final String FEW = ",\"workersMax\":4";

  private TuningBed(BedBuilder builder) {
    super(builder, OPERATION_MAX);
  }

  static TuningBed start(BedBuilder builder) {
    return new TuningBed(builder);
  }

  static TuningBed start(ServerRelease release) {
    return start(Bed.of(release));
  }

  /** How a release calls the number of its workers. */
  static String workersKnob(ServerRelease release) {
    return switch (release) {
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5, MARIADB_11_4_5 ->
          "slave_parallel_threads";
      case MYSQL_9_7 -> "replica_parallel_workers";
      case MYSQL_5_6_14, MYSQL_5_7_22, MYSQL_8_0_15 -> "slave_parallel_workers";
    };
  }

  String workersKnob() {
    return workersKnob(replica().release());
  }

  /** As the replica itself shows it. */
  String workers() {
    return value(workersKnob());
  }

  /**
   * @param more members of the request, each after a comma
   */
  Answer askTuning(String holdBack, String more) {
    return controller()
        .post(
            "/tunings",
            ("{\"instance\":\"%s\",\"budget\":\"PT10M\",\"maxLag\":\"PT5M\",\"holdBack\":\"%s\"%s}")
                .formatted(address(replica()), holdBack, more));
  }

  /** Begins a search whose first try holds the applier back until somebody interferes. */
  String heldBack() {
    String id = OperationCalls.begun(askTuning("PT2M", NEVER + FEW));
    awaitHeldBack();
    return id;
  }

  /** The members of a request for a grid of numbers of workers. */
  String grid(int... workers) {
    StringBuilder grid = new StringBuilder();
    for (int count : workers) {
      grid.append(grid.isEmpty() ? "" : ",")
          .append("{\"%s\":\"%d\"}".formatted(workersKnob(), count));
    }
    return ",\"grid\":[" + grid + "]";
  }

  /** Until nothing is applied, and more is received. */
  void awaitHeldBack() {
    await().atMost(PATIENCE).until(() -> !applierRuns());
    String received = ReplicaStatus.of(replica()).received();
    await().atMost(PATIENCE).until(() -> !ReplicaStatus.of(replica()).received().equals(received));
  }

  JsonNode measured(String id) {
    return controller().get("/tunings/" + id).body();
  }

  /** All was restored, and the message says why. */
  void assertUndone(JsonNode ended, String workers, String why) {
    assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
    assertThat(ended.at("/why").asString() + ended.at("/trouble").asString())
        .as("%s", ended)
        .contains(why);
    assertThat(workers()).as("%s", ended).isEqualTo(workers);
  }

  /** It has what was chosen or what it had, and applies. */
  String assertWhole(JsonNode ended, String before) {
    String state = ended.at("/state").asString();
    assertThat(state).as("%s", ended).isIn("SUCCEEDED", "UNDONE");
    JsonNode kept = measured(ended.at("/id").asString()).at("/kept/workers");
    boolean isKept = state.equals("SUCCEEDED") && !kept.isMissingNode();
    assertThat(workers()).as("%s", ended).isEqualTo(isKept ? kept.asString() : before);
    assertThat(applierRuns()).as("%s", ended).isTrue();
    assertThat(receiverRuns()).as("%s", ended).isTrue();
    return "%s with %s workers".formatted(state, workers());
  }
}
