package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** What becomes of a kept setting when its real server is restarted, or a person changes it. */
class ParallelismDriftTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(30);
  private static final Map<String, String> REAPPLY = Map.of("TUTTI_PARALLELISM_DRIFT", "REAPPLY");

  private static String variable(ServerRelease release) {
    return release.name().startsWith("MARIADB")
        ? "slave_parallel_threads"
        : "slave_parallel_workers";
  }

  private static void keepFourWorkers(ReplicaUnderLoad bed) {
    JsonNode applied =
        bed.done(
            bed.ask(
                "{\"settings\":{\"replica_parallel_workers\":\"4\"},\"persist\":true,\"settle\":\"PT1S\"}"));
    assertThat(applied.at("/state").asString()).as("%s", applied).isEqualTo("SUCCEEDED");
  }

  private static List<JsonNode> drifts(ReplicaUnderLoad bed) {
    JsonNode items = bed.controller().get("/findings").body().at("/items");
    return StreamSupport.stream(items.spliterator(), false)
        .filter(finding -> finding.at("/code").asString().equals("SETTINGS_DRIFTED"))
        .toList();
  }

  /** Waits until the controller has read the server that was just restarted. */
  private static void awaitReadSince(ReplicaUnderLoad bed, Instant start) {
    await()
        .atMost(SEEN_MAX)
        .until(() -> {
          JsonNode read = bed.controller().instance(bed.replica().address());
          return read.at("/contact").asString().equals("REACHED")
              && read.at("/uptimeSeconds/value").asLong(Long.MAX_VALUE)
                  <= Duration.between(start, Instant.now()).toSeconds();
        });
  }

  private static void awaitDrift(ReplicaUnderLoad bed) {
    await()
        .atMost(SEEN_MAX)
        .untilAsserted(() ->
            assertThat(drifts(bed))
                .as(
                    "%s %s",
                    bed.controller().instance(bed.replica().address()).at("/parallel"),
                    bed.controller().get("/findings").body())
                .isNotEmpty());
  }

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MARIADB_10_11_5)
  void whatARestartLostIsAFindingWithTheLinesOfTheOptionFile(ServerRelease release) {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      keepFourWorkers(bed);
      assertThat(drifts(bed)).isEmpty();

      bed.replica().restart();

      awaitDrift(bed);
      assertThat(drifts(bed).getFirst().toString())
          .contains(variable(release) + "=4", "restarted since", "\"persist\":\"true\"");
      assertThat(bed.value(variable(release))).isEqualTo("0");
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(value = ServerRelease.MARIADB_10_11_5, thorough = ServerRelease.MYSQL_5_7_22)
  void whatARestartLostIsSetAgainWhereThePolicySaysSo(ServerRelease release) {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release, REAPPLY)) {
      keepFourWorkers(bed);

      bed.replica().restart();

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> {
            assertThat(bed.value(variable(release))).isEqualTo("4");
            assertThat(bed.applierRuns()).isTrue();
            JsonNode latest = bed.controller().get("/operations").body().at("/items/0");
            assertThat(latest.at("/actor").asString()).isEqualTo("policy:drift");
            assertThat(latest.at("/state").asString()).isEqualTo("SUCCEEDED");
          });
      await().atMost(SEEN_MAX).until(() -> drifts(bed).isEmpty());
      assertThat(bed.controller().get("/audit").body().toString()).contains("policy:drift");
      bed.assertSameData();
    }
  }

  @Matrix
  @Test
  void whatAPersonChangesIsReportedAndLeftAlone() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_5_7_22, REAPPLY)) {
      keepFourWorkers(bed);

      bed.replica().execute("SET GLOBAL slave_parallel_workers = 2");

      awaitDrift(bed);
      assertThat(drifts(bed).getFirst().toString()).contains("somebody changed it");
      await()
          .during(Duration.ofSeconds(8))
          .atMost(Duration.ofSeconds(40))
          .until(() -> bed.value("slave_parallel_workers").equals("2"));
    }
  }

  @Matrix
  @Test
  void whatTheServerKeepsByItselfHasNotDrifted() {
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(ServerRelease.MYSQL_8_0_15)) {
      keepFourWorkers(bed);

      Instant restarted = Instant.now();
      bed.replica().restart();

      awaitReadSince(bed, restarted);
      assertThat(bed.value("slave_parallel_workers")).isEqualTo("4");
      assertThat(drifts(bed)).isEmpty();
    }
  }
}
