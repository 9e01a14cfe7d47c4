package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** An apply whose controller or server is killed in the middle ends fully applied or as before. */
class ParallelismCrashTest {
  /** From before the first statement into the settling time. */
  private static final List<Integer> KILL_AFTER_MILLIS = List.of(0, 15, 30, 45, 60, 80, 120, 400);

  private static String body(int workers) {
    return "{\"settings\":{\"replica_parallel_workers\":\"%d\"},\"settle\":\"PT1S\"}"
        .formatted(workers);
  }

  private static String workersVariable(ServerRelease release) {
    return release == ServerRelease.MARIADB_10_11_5
        ? "slave_parallel_threads"
        : "slave_parallel_workers";
  }

  private static void pass(int millis) {
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    await()
        .pollInterval(Duration.ofMillis(1))
        .pollDelay(Duration.ZERO)
        .until(() -> System.nanoTime() >= end);
  }

  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aKilledControllerLeavesNoReplicaStopped(ServerRelease release) {
    List<String> endings = new ArrayList<>();
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      int workers = 1;
      for (int millis : KILL_AFTER_MILLIS) {
        String before = bed.value(workersVariable(release));
        workers++;
        String id = bed.ask(body(workers)).text("/id");
        pass(millis);
        bed.controller().killHardAndStartAgain();

        JsonNode ended = bed.atRest(id);

        String state = ended.at("/state").asString();
        String now = bed.value(workersVariable(release));
        endings.add("%d ms: %s, %s".formatted(millis, state, now));
        assertThat(state).as("%s", ended).isIn("SUCCEEDED", "UNDONE", "FAILED");
        assertThat(now).isEqualTo(state.equals("SUCCEEDED") ? "" + workers : before);
        assertThat(bed.applierRuns()).as("%s", ended).isTrue();
      }
      bed.assertSameData();
    } finally {
      System.out.println(release + ", controller killed after: " + endings);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aKilledServerIsAppliedOrAsBeforeWhenItIsBack(ServerRelease release) {
    List<String> endings = new ArrayList<>();
    try (ReplicaUnderLoad bed = ReplicaUnderLoad.start(release)) {
      int workers = 1;
      for (int millis : List.of(0, 30, 60, 400)) {
        workers++;
        String id = bed.ask(body(workers)).text("/id");
        pass(millis);
        bed.replica().killHard();
        bed.replica().start();

        JsonNode ended = bed.atRest(id);

        String state = ended.at("/state").asString();
        String now = bed.value(workersVariable(release));
        endings.add("%d ms: %s, %s".formatted(millis, state, now));
        assertThat(state).as("%s", ended).isIn("SUCCEEDED", "UNDONE", "FAILED");
        if (state.equals("SUCCEEDED")) {
          assertThat(now).isEqualTo("" + workers);
        }
        assertThat(bed.applierRuns()).as("%s", ended).isTrue();
      }
      bed.assertSameData();
    } finally {
      System.out.println(release + ", server killed after: " + endings);
    }
  }
}
