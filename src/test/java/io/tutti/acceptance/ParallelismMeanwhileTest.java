package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** What a person does to a real replica while an operation watches it stays. */
@Matrix
class ParallelismMeanwhileTest {
  private static final Duration SEEN_MAX = Duration.ofSeconds(60);

  private static String knob(ServerRelease release) {
    return release.family() == ServerFamily.MARIADB
        ? "slave_parallel_threads"
        : "slave_parallel_workers";
  }

  private static String body(ServerRelease release, int workers, String settle) {
    return "{\"settings\":{\"%s\":\"%d\"},\"settle\":\"%s\"}"
        .formatted(knob(release), workers, settle);
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_8_0_15,
      thorough = {
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_11_5
      })
  void whatAPersonStopsOrSetsStays(ServerRelease release) {
    String knob = knob(release);
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      String before = bed.value(knob);

      String stopped = bed.ask(body(release, 3, "PT60S")).text("/id");
      awaitWatch(bed, stopped);
      bed.replica().execute("STOP SLAVE SQL_THREAD");
      JsonNode ended = bed.atRest(stopped);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.receiverRuns()).isTrue();
      assertThat(bed.value(knob)).isEqualTo(before);
      assertThat(ended.at("/why").asString())
          .contains("somebody else has stopped it", "That stays");
      assertThat(ended.at("/remedies").toString())
          .contains("whoever has stopped it")
          .doesNotContain("error log");
      bed.replica().execute("START SLAVE SQL_THREAD");

      String set = bed.ask(body(release, 3, "PT4S")).text("/id");
      awaitWatch(bed, set);
      setByHand(bed, release, "7");
      ended = bed.atRest(set);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(bed.value(knob)).isEqualTo("7");
      assertThat(ended.at("/why").asString()).contains("somebody else has", "That stays");
      bed.assertAppliesTheSame();
    }
  }

  /** It shows the server nothing new: what is stopped stays stopped. But the server counts it. */
  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {
        ServerRelease.MYSQL_8_0_15,
        ServerRelease.MYSQL_5_6_14,
        ServerRelease.MYSQL_9_7,
        ServerRelease.MARIADB_10_1_8
      })
  void whatAPersonStopsWhileItIsStoppedForTheChangeStays(ServerRelease release)
      throws InterruptedException {
    String knob = knob(release);
    try (StatementProxy proxy = StatementProxy.listen();
        ReplicaUnderLoad bed = ReplicaUnderLoad.behind(proxy, release)) {
      String before = bed.value(knob);
      StatementProxy.Trap trap =
          proxy.trap("SET GLOBAL", When.JUST_BEFORE, bed.replica()::stopReplication);

      JsonNode ended = bed.done(bed.ask(body(release, 3, "PT2S")));

      assertThat(trap.awaitSprung()).isTrue();
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      assertThat(ended.at("/why").asString())
          .contains("somebody else has asked the server to stop replication", "That stays");
      assertThat(bed.applierRuns()).isFalse();
      assertThat(bed.receiverRuns()).isFalse();
      assertThat(bed.value(knob)).isEqualTo(before);

      bed.replica().startReplication();
      ended = bed.done(bed.ask(body(release, 3, "PT2S")));
      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("SUCCEEDED");
      bed.assertAppliesTheSame();
    }
  }

  /** Neither knows of the other: what was set last stays, and the other one says so. */
  @Test
  void ofTwoControllersOneIsRefused() {
    ServerRelease release = ServerRelease.MYSQL_8_0_15;
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release);
        RunningController second = RunningController.start(Map.of())) {
      second.awaitDiscovered(bed.replica().address(), bed.source().address());
      String first = bed.ask(body(release, 3, "PT15S")).text("/id");
      awaitWatch(bed, first);
      String path =
          "/instances/%s/parallelism"
              .formatted(RunningController.encoded(bed.replica().address().toString()));

      String id = second.post(path, body(release, 4, "PT1S")).text("/id");
      JsonNode reported = bed.atRest(first);
      await()
          .atMost(SEEN_MAX)
          .until(() -> second.get("/operations/" + id).body().at("/atRest").asBoolean());

      assertThat(second.get("/operations/" + id).body().at("/state").asString())
          .isEqualTo("SUCCEEDED");
      assertThat(bed.value(knob(release))).isEqualTo("4");
      assertThat(reported.at("/state").asString()).as("%s", reported).isEqualTo("UNDONE");
      assertThat(reported.at("/why").asString()).contains("somebody else has", "That stays");
      bed.assertAppliesTheSame();
    }
  }

  /** A MariaDB takes it only while no applier runs. */
  private static void setByHand(ReplicaUnderLoad bed, ServerRelease release, String value) {
    String set = "SET GLOBAL %s = %s".formatted(knob(release), value);
    if (release.family() == ServerFamily.MARIADB) {
      bed.replica().execute("STOP SLAVE SQL_THREAD", set, "START SLAVE SQL_THREAD");
    } else {
      bed.replica().execute(set);
    }
  }

  private static void awaitWatch(ReplicaUnderLoad bed, String id) {
    await()
        .atMost(SEEN_MAX)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> bed.operation(id).at("/steps/1/state").asString().equals("RUNNING"));
  }
}
