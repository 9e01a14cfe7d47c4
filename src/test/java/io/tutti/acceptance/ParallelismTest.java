package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.plugins.mariadb11.MariaDb11Provider;
import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.knob.Knob;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** Parallel settings are changed on real servers that replicate under load. */
class ParallelismTest {

  /** What is set on a release, by the server's own names. */
  private static Map<String, String> wanted(ServerRelease release) {
    return switch (release) {
      case MYSQL_9_7 -> Map.of("replica_parallel_workers", "8");
      case MYSQL_5_7_22, MYSQL_8_0_15 ->
          Map.of("slave_parallel_workers", "4", "slave_parallel_type", "LOGICAL_CLOCK");
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5, MARIADB_11_4_5 ->
          Map.of("slave_parallel_threads", "4", "slave_parallel_mode", "conservative");
      case MYSQL_5_6_14 -> Map.of("slave_parallel_workers", "4");
    };
  }

  private static String body(Map<String, String> settings, String more) {
    StringBuilder json = new StringBuilder("{\"settings\":{");
    settings.forEach((name, value) ->
        json.append(json.charAt(json.length() - 1) == '{' ? "" : ",")
            .append("\"%s\":\"%s\"".formatted(name, value)));
    return json.append("}").append(more).append("}").toString();
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {
        ServerRelease.MARIADB_10_11_5,
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_1_8
      })
  void appliesAndUndoesUnderLoadWithoutLosingOrFetchingAnythingTwice(ServerRelease release) {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      Map<String, String> wanted = wanted(release);
      Map<String, String> before = new java.util.TreeMap<>();
      wanted.keySet().forEach(name -> before.put(name, bed.value(name)));
      List<String> dumps = bed.dumps();
      assertThat(dumps).hasSize(1);

      JsonNode applied = bed.done(bed.ask(body(wanted, ",\"persist\":true,\"settle\":\"PT2S\"")));

      assertThat(applied.at("/state").asString()).as("%s", applied).isEqualTo("SUCCEEDED");
      wanted.forEach((name, value) -> assertThat(bed.value(name)).isEqualTo(value));
      assertThat(bed.applierRuns()).isTrue();

      JsonNode undone = bed.done(bed.askUndo());

      assertThat(undone.at("/state").asString()).as("%s", undone).isEqualTo("SUCCEEDED");
      before.forEach((name, value) -> assertThat(bed.value(name)).isEqualTo(value));
      assertThat(bed.applierRuns()).isTrue();
      assertThat(bed.dumps()).isEqualTo(dumps);
      bed.assertSameData();
      System.out.println(release + ": " + bed.standstills(applied) + bed.standstills(undone));
    }
  }

  @Matrix
  @Test
  void whatAPersonStoppedStaysStopped() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      bed.replica().execute("STOP SLAVE SQL_THREAD");

      JsonNode applied =
          bed.done(bed.ask(body(wanted(ServerRelease.MYSQL_8_0_15), ",\"settle\":\"PT1S\"")));

      assertThat(applied.at("/state").asString()).as("%s", applied).isEqualTo("SUCCEEDED");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("4");
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.receiverRuns()).isTrue();
      bed.replica().execute("START SLAVE SQL_THREAD");
      bed.assertSameData();
    }
  }

  @Matrix
  @Test
  void aStoppedReplicaWithAGapClosesItFirst() throws SQLException {
    try (GapBed bed =
        GapBed.start(ServerRelease.MYSQL_5_7_22, GapBed.Mode.POSITION, "relay_log_recovery=0")) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        bed.killReplica();
      }
      assertThat(bed.missing()).isNotEmpty();

      JsonNode changed = bed.change("slave_parallel_workers", "2");

      assertThat(changed.at("/state").asString()).as("%s", changed).isEqualTo("SUCCEEDED");
      assertThat(changed.at("/steps/0/kind").asString()).isEqualTo("gaps.until");
      bed.assertClosed();
      assertThat(bed.workers()).isEqualTo("2");
      assertThat(bed.applierRuns()).as("it stood before").isFalse();
      bed.assertReplicatesTheSame();
    }
  }

  @Matrix
  @Test
  void aReplicaOfWhichTheGapCannotBeClosedIsRefused() throws SQLException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_7_22, GapBed.Mode.POSITION)) {
      bed.write(7);
      try (Connection lock = bed.runPastALockedRow(20)) {
        lock.commit();
        bed.awaitApplierStopped();
      }

      Answer refused = bed.askToChange("slave_parallel_workers", "2");

      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("GAPS_NOT_CLOSABLE");
      assertThat(bed.workers()).isEqualTo("4");
    }
  }

  @Test
  void badInputChangesNothingAndSaysWhatToDo() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_5_7_22)) {
      refused(bed, "replica_paralel_workers", "4", "UNKNOWN_KNOB", "did you mean");
      refused(bed, "replica_parallel_workers", "99999", "KNOB_VALUE_INVALID", "default");
      refused(bed, "slave_parallel_mode", "optimistic", "KNOB_UNAVAILABLE", "known on");
      refused(bed, "log_replica_updates", "OFF", "KNOB_NEEDS_RESTART", "option file");
      Answer ofSource =
          bed.controller()
              .post(
                  "/instances/"
                      + RunningController.encoded(bed.source().address().toString())
                      + "/parallelism",
                  "{\"settings\":{\"slave_parallel_workers\":\"4\"}}");
      assertThat(ofSource.text("/code")).isEqualTo("KNOB_OF_OTHER_ROLE");
      assertThat(bed.askUndo().text("/code")).isEqualTo("NOTHING_TO_UNDO");

      String first = bed.ask(body(Map.of("slave_parallel_workers", "2"), "")).text("/id");
      Answer second = bed.ask(body(Map.of("slave_parallel_workers", "3"), ""));
      assertThat(second.status()).as("%s", second.body()).isEqualTo(409);
      assertThat(second.text("/code")).isEqualTo("INSTANCE_IN_OPERATION");
      assertThat(second.text("/detail")).contains(first);
      bed.atRest(first);
    }
  }

  private static void refused(
      ReplicaUnderLoad bed, String knob, String value, String code, String remedy) {
    Answer answer = bed.ask(body(Map.of(knob, value), ""));
    assertThat(answer.text("/code")).as("%s", answer.body()).isEqualTo(code);
    assertThat(answer.body().at("/remedies").toString()).contains(remedy);
    assertThat(answer.text("/detail")).contains("Nothing was changed.");
  }

  @Matrix
  @Test
  void theSameKeyIsTheSameOperation() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      String body = body(Map.of("slave_parallel_workers", "2"), ",\"settle\":\"PT1S\"");
      String first = bed.ask(body, "Idempotency-Key", "one").text("/id");
      assertThat(bed.ask(body, "Idempotency-Key", "one").text("/id")).isEqualTo(first);
      bed.atRest(first);
      assertThat(bed.ask(body, "Idempotency-Key", "one").text("/id")).isEqualTo(first);
      Answer other =
          bed.ask(body(Map.of("slave_parallel_workers", "3"), ""), "Idempotency-Key", "one");
      assertThat(other.text("/code")).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }
  }

  @Matrix
  @Test
  void aPlanIsShownWithEveryKnobInTheSchemaAndNothingIsChanged() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      Answer plan = bed.ask(body(Map.of("slave_parallel_workers", "2"), ",\"dryRun\":true"));
      assertThat(plan.status()).isEqualTo(200);
      assertThat(plan.body().at("/steps/0/statements").toString())
          .contains("STOP SLAVE SQL_THREAD", "slave_parallel_workers = 2", "START SLAVE");
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("0");
      JsonNode schema = bed.controller().get("/openapi.json").body();
      List<FlavorProvider> providers = List.of(new MySql84Provider(), new MariaDb11Provider());
      assertThat(
              schema
                  .at("/components/schemas/ParallelismBody/properties/settings/properties")
                  .propertyNames())
          .containsAll(
              providers.stream()
                  .flatMap(provider -> provider.declaredKnobs().stream())
                  .map(Knob::name)
                  .toList());
      assertThat(bed.controller().get("/operations").body().at("/items").size()).isZero();
    }
  }

  @Matrix
  @Test
  void aPersistedValueOutlivesARestartAndADriftIsShown() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MARIADB_10_11_5)) {
      bed.done(
          bed.ask(
              body(
                  Map.of("slave_parallel_threads", "4"), ",\"persist\":true,\"settle\":\"PT1S\"")));
      assertThat(bed.shown().at("/optionLines").toString()).contains("slave_parallel_threads=4");
      bed.replica().restart();
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> {
            JsonNode workers = bed.shown().at("/knobs/0");
            assertThat(workers.at("/value/value").asString()).isEqualTo("0");
            assertThat(workers.at("/drifted").asBoolean()).isTrue();
          });
    }
  }
}
