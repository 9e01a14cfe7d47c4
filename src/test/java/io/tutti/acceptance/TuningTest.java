package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Replicas that are written to are measured with other settings. */
class TuningTest {
  private static final String TERMS =
      "\"budget\":\"PT5M\",\"holdBack\":\"PT30S\",\"maxLag\":\"PT2M\",\"transactions\":400";

  private static final String SYNC = "sync_binlog";
  private static final String FLUSH = "innodb_flush_log_at_trx_commit";

  private static String workers(ServerRelease release) {
    return switch (release) {
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5, MARIADB_11_4_5 ->
          "slave_parallel_threads";
      case MYSQL_9_7 -> "replica_parallel_workers";
      case MYSQL_5_6_14, MYSQL_5_7_22, MYSQL_8_0_15 -> "slave_parallel_workers";
    };
  }

  private static Answer ask(ReplicaUnderLoad bed, String more) {
    return bed.controller()
        .post(
            "/tunings",
            "{\"instance\":\"%s\",%s%s}".formatted(bed.replica().address(), TERMS, more));
  }

  private static JsonNode measured(ReplicaUnderLoad bed, JsonNode operation) {
    return bed.controller().get("/tunings/" + operation.at("/id").asString()).body();
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_8_0_15,
      thorough = {
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_11_5
      })
  void theBestIsKeptAndCanBeUndone(ServerRelease release) {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      String before = bed.value(workers(release));

      JsonNode run = bed.done(ask(bed, ",\"workersMax\":8"));

      assertThat(run.at("/state").asString()).as("%s", run).isEqualTo("SUCCEEDED");
      JsonNode tuning = measured(bed, run);
      assertThat(tuning.at("/trials").size()).as("%s", tuning).isBetween(2, 8);
      assertThat(tuning.at("/trials/0/candidate/workers").asString()).isEqualTo(before);
      assertThat(bed.value(workers(release)))
          .as("%s", tuning)
          .isEqualTo(tuning.at("/kept/workers").asString());
      assertThat(keptShare(tuning)).as("%s", tuning).isGreaterThan(0.95);
      System.out.println(release + ": " + sentences(tuning));
      bed.assertAppliesTheSame();

      undo(bed, tuning);

      assertThat(bed.value(workers(release))).isEqualTo(before);
    }
  }

  /** Where what it had was as good as anything, nothing was changed. */
  private static void undo(ReplicaUnderLoad bed, JsonNode tuning) {
    Answer asked = bed.askUndo();
    if (tuning.at("/kept").equals(tuning.at("/trials/0/candidate"))) {
      assertThat(asked.status()).as("%s", asked.body()).isEqualTo(422);
      assertThat(asked.text("/code")).isEqualTo("NOTHING_TO_UNDO");
      return;
    }
    JsonNode undone = bed.done(asked);
    assertThat(undone.at("/state").asString()).as("%s", undone).isEqualTo("SUCCEEDED");
  }

  /** What is kept, beside the best, each by the mean of the times that its trials took. */
  private static double keptShare(JsonNode tuning) {
    Map<JsonNode, Double> times =
        StreamSupport.stream(tuning.at("/trials").spliterator(), false)
            .collect(
                Collectors.groupingBy(
                    trial -> trial.at("/candidate"),
                    Collectors.averagingDouble(trial -> 1 / trial.at("/perSecond").asDouble())));
    return Collections.min(times.values()) / Objects.requireNonNull(times.get(tuning.at("/kept")));
  }

  private static String sentences(JsonNode tuning) {
    StringBuilder text = new StringBuilder();
    for (JsonNode trial : tuning.at("/trials")) {
      text.append(
          "\n  %s: %.0f a second, %s"
              .formatted(
                  trial.at("/candidate/name").asString(),
                  trial.at("/perSecond").asDouble(),
                  trial.at("/waits")));
    }
    return text + "\n  kept: " + tuning.at("/kept/name").asString();
  }

  @Test
  void afterAGridAReplicaHasWhatItHad() {
    ServerRelease release = ServerRelease.MYSQL_5_7_22;
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      String workers = workers(release);
      String before = bed.value(workers);
      String type = bed.value("slave_parallel_type");

      JsonNode bench =
          bed.done(
              ask(
                  bed,
                  ",\"grid\":[{\"%1$s\":\"0\"},{\"%1$s\":\"4\",\"slave_parallel_type\":\"LOGICAL_CLOCK\"}]"
                      .formatted(workers)));

      assertThat(bench.at("/state").asString()).as("%s", bench).isEqualTo("SUCCEEDED");
      JsonNode tuning = measured(bed, bench);
      Set<String> tried = new HashSet<>();
      tuning.at("/trials").forEach(each -> tried.add(each.at("/candidate/workers").asString()));
      assertThat(tried).as("%s", tuning).containsExactlyInAnyOrder("0", "4");
      assertThat(bed.value(workers)).isEqualTo(before);
      assertThat(bed.value("slave_parallel_type")).isEqualTo(type);
      bed.assertAppliesTheSame();
    }
  }

  /** It is in force while its tries are measured, and only then. */
  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_8_0_15, thorough = ServerRelease.MARIADB_10_11_5)
  void durabilityIsMeasuredOnlyOnRequestAndGivenBack(ServerRelease release) {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      String sync = bed.value(SYNC);
      String flush = bed.value(FLUSH);
      Answer refused = ask(bed, grid(release, SYNC, "77"));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("/code")).isEqualTo("INVALID_REQUEST");
      assertThat(refused.text("/detail")).contains(SYNC, "Nothing was changed.");
      assertThat(bed.ask("{\"settings\":{\"%s\":\"77\"}}".formatted(SYNC)).text("/code"))
          .isEqualTo("UNKNOWN_KNOB");
      if (bed.isMariaDb()) {
        Answer lacking = ask(bed, grid(release, FLUSH, "2") + ",\"mayLose\":true");
        assertThat(lacking.text("/code")).isEqualTo("MISSING_PRIVILEGE");
        assertThat(lacking.text("/detail")).contains("GRANT SUPER ON *.*");
      } else {
        assertGivenBack(bed, FLUSH, "2");
      }

      assertGivenBack(bed, SYNC, "77");

      assertThat(bed.value(SYNC)).isEqualTo(sync);
      assertThat(bed.value(FLUSH)).isEqualTo(flush);
      bed.assertAppliesTheSame();
    }
  }

  private static String grid(ServerRelease release, String knob, String value) {
    return ",\"grid\":[{\"%s\":\"4\",\"%s\":\"%s\"}]".formatted(workers(release), knob, value);
  }

  private static void assertGivenBack(ReplicaUnderLoad bed, String knob, String value) {
    String before = bed.value(knob);
    String grid = grid(bed.about().release(), knob, value);
    String id = OperationCalls.begun(ask(bed, grid + ",\"mayLose\":true"));
    AtomicBoolean wasSet = new AtomicBoolean();
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> {
          wasSet.compareAndSet(false, bed.value(knob).equals(value));
          return wasSet.get() || bed.operation(id).at("/atRest").asBoolean();
        });
    assertThat(wasSet).as("%s", bed.operation(id)).isTrue();
    JsonNode bench = bed.atRest(id);
    assertThat(bench.at("/state").asString()).as("%s", bench).isEqualTo("SUCCEEDED");
    JsonNode tuning = measured(bed, bench);
    assertThat(tuning.at("/trials/0/candidate/name").asString()).contains(knob + "=" + value);
    assertThat(tuning.at("/original/" + knob).asString()).isEqualTo(before);
    assertThat(bed.value(knob)).isEqualTo(before);
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_5_7_22)) {
      Answer source =
          bed.controller()
              .post("/tunings", "{\"instance\":\"%s\"}".formatted(bed.source().address()));
      assertThat(source.status()).isEqualTo(422);
      assertThat(source.text("/code")).isEqualTo("NOTHING_TO_TUNE");
      assertThat(source.text("/detail"))
          .contains("it replicates from nobody", "Nothing was changed.");

      bed.replica().execute("STOP SLAVE SQL_THREAD");
      Answer stopped = ask(bed, "");
      assertThat(stopped.status()).isEqualTo(422);
      assertThat(stopped.text("/detail")).contains("its receiver or its applier does not run");
      bed.replica().execute("START SLAVE SQL_THREAD");
      bed.assertAppliesTheSame();
    }
  }

  @Test
  void adviceChangesNothingAndSaysWhatItIsBasedOn() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      String before = bed.value("slave_parallel_workers");

      Answer advice =
          bed.controller()
              .post(
                  "/tuning-advice",
                  "{\"instance\":\"%s\",\"last\":\"PT5M\"}".formatted(bed.replica().address()));

      assertThat(advice.status()).as("%s", advice.body()).isEqualTo(200);
      assertThat(advice.body().at("/transactions").asInt()).isPositive();
      assertThat(advice.body().at("/predictions").size()).as("%s", advice.body()).isPositive();
      assertThat(advice.text("/source")).isEqualTo(bed.source().address().toString());
      assertThat(advice.body().at("/reasons").size()).isPositive();
      System.out.println(advice.body());
      assertThat(bed.value("slave_parallel_workers")).isEqualTo(before);
      bed.assertAppliesTheSame();
    }
  }
}
