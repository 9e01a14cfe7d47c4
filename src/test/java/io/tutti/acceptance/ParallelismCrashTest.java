package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * The controller, or the replica, is killed with -9 at every statement and every step of an apply.
 * The statements are those of the plan that a dry run shows, so that none can be forgotten.
 */
@KillPoint
class ParallelismCrashTest {

  /**
   * Something else each time, so that each has every statement to say, also after an undone one.
   */
  private static Map<String, String> wanted(ServerRelease release, int round) {
    String workers = "" + (5 + round);
    return switch (release) {
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5, MARIADB_11_4_5 ->
          Map.of(
              "slave_parallel_threads",
              workers,
              "slave_parallel_max_queued",
              "" + (2 + round) * 131072);
      case MYSQL_9_7 ->
          Map.of(
              "replica_parallel_workers", workers, "replica_checkpoint_period", "" + (400 + round));
      case MYSQL_5_6_14, MYSQL_5_7_22, MYSQL_8_0_15 ->
          Map.of("slave_parallel_workers", workers, "slave_checkpoint_period", "" + (400 + round));
    };
  }

  private static String body(Map<String, String> wanted, String more) {
    String settings =
        String.join(
            ",",
            wanted.entrySet().stream()
                .map(each -> "\"%s\":\"%s\"".formatted(each.getKey(), each.getValue()))
                .toList());
    return "{\"settings\":{%s},\"settle\":\"PT0.3S\"%s}".formatted(settings, more);
  }

  private static Map<String, String> shown(ReplicaUnderLoad bed, Map<String, String> wanted) {
    Map<String, String> values = new TreeMap<>();
    wanted.keySet().forEach(name -> values.put(name, bed.value(name)));
    return values;
  }

  private static List<String> statements(ReplicaUnderLoad bed, Map<String, String> wanted) {
    List<String> statements =
        OperationCalls.statements(bed.ask(body(wanted, ",\"dryRun\":true")).body());
    assertThat(statements).as("stop, two settings, start").hasSize(4);
    return statements;
  }

  /** Fully applied or as before, and applying. */
  @SafeVarargs
  private static String ending(
      ReplicaUnderLoad bed,
      JsonNode ended,
      Map<String, String> wanted,
      Map<String, String>... before) {
    String state = ended.at("/state").asString();
    assertThat(state).as("%s", ended).isIn("SUCCEEDED", "UNDONE", "FAILED");
    assertThat(shown(bed, wanted))
        .as("%s", ended)
        .isIn(state.equals("SUCCEEDED") ? List.of(new TreeMap<>(wanted)) : List.of(before));
    assertThat(bed.applierRuns()).as("%s", ended).isTrue();
    assertThat(bed.receiverRuns()).as("%s", ended).isTrue();
    return state;
  }

  @OwnProcess
  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8", "MARIADB_10_11_5"})
  void aControllerThatIsKilledAtEachStatementLeavesNoReplicaStopped(ServerRelease release)
      throws InterruptedException {
    List<String> endings = new ArrayList<>();
    try (StatementProxy proxy = StatementProxy.listen();
        ReplicaUnderLoad bed = ReplicaUnderLoad.behind(proxy, release)) {
      int round = 0;
      for (int statement = 0; statement < 4; statement++) {
        // After a statement is before the next one, but for the last.
        for (When when : statement < 3 ? List.of(When.BEFORE) : List.of(When.values())) {
          Map<String, String> wanted = wanted(release, round++);
          Map<String, String> before = shown(bed, wanted);
          String said = statements(bed, wanted).get(statement);
          Trap trap = proxy.trap(said, when, bed.controller()::killHard);
          String id = bed.ask(body(wanted, "")).text("/id");
          assertThat(trap.awaitSprung()).as(said).isTrue();
          bed.controller().startAgain();
          endings.add(when + " " + said + ": " + ending(bed, bed.atRest(id), wanted, before));
        }
      }
      for (int step = 1; step <= 2; step++) {
        Map<String, String> wanted = wanted(release, round++);
        Map<String, String> before = shown(bed, wanted);
        String id = bed.ask(body(wanted, "")).text("/id");
        awaitBegun(bed, id, step);
        bed.controller().killHardAndStartAgain();
        endings.add(
            "once step "
                + (step + 1)
                + " was begun: "
                + ending(bed, bed.atRest(id), wanted, before));
      }
      bed.assertSameData();
    } finally {
      System.out.println(release + ", controller killed " + endings);
    }
  }

  private static void awaitBegun(ReplicaUnderLoad bed, String id, int step) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> !bed.operation(id).at("/steps/" + step + "/state").asString().equals("PENDING"));
  }

  @ParameterizedTest
  @EnumSource(
      value = ServerRelease.class,
      names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_1_8", "MARIADB_10_11_5"})
  void aServerThatIsKilledAtEachStatementIsAppliedOrAsBefore(ServerRelease release)
      throws InterruptedException {
    List<String> endings = new ArrayList<>();
    try (StatementProxy proxy = StatementProxy.listen();
        ReplicaUnderLoad bed = ReplicaUnderLoad.behind(proxy, release)) {
      for (int statement = 0; statement < 4; statement++) {
        Map<String, String> wanted = wanted(release, statement);
        Map<String, String> before = shown(bed, wanted);
        String said = statements(bed, wanted).get(statement);
        Trap trap = proxy.trap(said, When.AFTER, bed.replica()::killHard);
        String id = bed.ask(body(wanted, "")).text("/id");
        assertThat(trap.awaitSprung()).as(said).isTrue();
        bed.replica().start();
        // The restart loses what is not persisted; an operation that did nothing leaves it so.
        Map<String, String> atStartup = shown(bed, wanted);

        JsonNode ended = bed.atRest(id);

        endings.add("after " + said + ": " + ending(bed, ended, wanted, before, atStartup));
      }
      Map<String, String> wanted = wanted(release, 4);
      Map<String, String> before = shown(bed, wanted);
      String id = bed.ask(body(wanted, "")).text("/id");
      awaitBegun(bed, id, 1);
      bed.replica().killHard();
      bed.replica().start();
      Map<String, String> atStartup = shown(bed, wanted);
      endings.add(
          "once step 2 was begun: " + ending(bed, bed.atRest(id), wanted, before, atStartup));
      bed.assertSameData();
    } finally {
      System.out.println(release + ", server killed " + endings);
    }
  }

  /** What 8.0 keeps by itself is restored, too. */
  @OwnProcess
  @Test
  void anUndoThatIsKilledAtEachStatementEndsAsItWasOrAsItWasApplied() throws InterruptedException {
    ServerRelease release = ServerRelease.MYSQL_8_0_15;
    List<String> endings = new ArrayList<>();
    try (StatementProxy proxy = StatementProxy.listen();
        ReplicaUnderLoad bed = ReplicaUnderLoad.behind(proxy, release)) {
      Map<String, String> wanted = wanted(release, 0);
      Map<String, String> original = shown(bed, wanted);
      int statements = 1;
      for (int statement = 0; statement < statements; statement++) {
        bed.done(bed.ask(body(wanted, ",\"persist\":true")));
        assertThat(persisted(bed)).isEqualTo(wanted.size());
        List<String> undoing = OperationCalls.statements(bed.askUndo(true).body());
        statements = undoing.size();
        Trap trap = proxy.trap(undoing.get(statement), When.BEFORE, bed.controller()::killHard);
        String id = bed.askUndo().text("/id");
        assertThat(trap.awaitSprung()).as(undoing.get(statement)).isTrue();
        bed.controller().startAgain();

        JsonNode ended = bed.atRest(id);

        endings.add(
            "BEFORE " + undoing.get(statement) + ": " + ending(bed, ended, original, wanted));
        assertThat(persisted(bed))
            .isEqualTo(ended.at("/state").asString().equals("SUCCEEDED") ? 0 : wanted.size());
      }
      assertThat(endings).as("stop, forget and set both, start").hasSize(6);
      bed.assertSameData();
    } finally {
      System.out.println(release + ", undo killed " + endings);
    }
  }

  private static int persisted(ReplicaUnderLoad bed) {
    return bed.replica().query("SELECT * FROM performance_schema.persisted_variables").size();
  }
}
