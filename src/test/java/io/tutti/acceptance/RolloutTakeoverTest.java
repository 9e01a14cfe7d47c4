package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.acceptance.StatementProxy.Trap;
import io.tutti.acceptance.StatementProxy.When;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.KillPoint;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Two controllers with one store, of which one runs at a time: each is killed with -9 in the middle
 * of a rollout, and the other one carries on. The servers' own logs say how often they were asked
 * for what.
 */
@KillPoint
@OwnProcess
class RolloutTakeoverTest {
  private static final Duration END_MAX = Duration.ofMinutes(2);
  private static final String BEFORE = "2";
  private static final String WANTED = "8";
  private static final String START = "START SLAVE SQL_THREAD";

  /** Gates that need no statistics: what is judged is not what is tested here. */
  private static final String FILE =
      """
      name: taken-over
      targets: { roles: [replica] }
      settings: { slave_parallel_workers: 8 }
      waves: [ { count: 1 }, { count: 1 }, { percent: 100 } ]
      soak: PT2S
      approval: none
      gates: { check: [applier-errors, restarts] }
      """;

  @TempDir private Path folder;

  private static String set(String workers) {
    return "SET GLOBAL slave_parallel_workers = " + workers;
  }

  /** Two controllers that take turns. */
  private static final class Turns implements AutoCloseable {
    private final Bed bed;
    private final RunningController second;
    private RunningController running;

    Turns(Bed bed, Map<String, String> settings) {
      this.bed = bed;
      this.running = bed.controller();
      assertThatThrownBy(() -> RunningController.startProcess(settings))
          .as("one at a time")
          .hasMessageContaining("is in use by another controller");
      bed.controller().killHard();
      this.second = RunningController.startProcess(settings);
      this.running = second;
    }

    RolloutCalls seen(RolloutCalls rollout) {
      return rollout.shownBy(running);
    }

    /** At that statement, on whichever server it is said first. */
    Trap killAt(String statement, When when) {
      RunningController victim = running;
      Map<StatementProxy, Runnable> kills = new HashMap<>();
      bed.proxies().values().forEach(proxy -> kills.put(proxy, victim::killHard));
      return StatementProxy.trapFirst(statement, when, kills);
    }

    /** The other one starts once this one is dead. */
    void handOver(Trap trap) throws InterruptedException {
      assertThat(trap.awaitSprung()).as("%s", trap).isTrue();
      takeOver();
    }

    void kill() {
      running.killHard();
      takeOver();
    }

    private void takeOver() {
      running = running == second ? bed.controller() : second;
      running.startAgain();
    }

    @Override
    public void close() {
      second.close();
    }
  }

  private interface Part {
    void play(Bed bed, Turns turns) throws Exception;
  }

  private void onRealServers(Part part) throws Exception {
    Map<String, String> settings =
        Map.of(
            "TUTTI_STORE_URL",
            "jdbc:h2:file:" + folder.resolve("shared").resolve("tutti"),
            "TUTTI_DISCOVERY_CONTACT_TIMEOUT",
            "PT10S");
    try (StatementProxy second = StatementProxy.listen();
        StatementProxy third = StatementProxy.listen();
        StatementProxy fourth = StatementProxy.listen();
        Bed bed =
            Bed.of(ServerRelease.MYSQL_5_7_22)
                .topology("1>2,1>3,1>4")
                .options("slave_parallel_workers=" + BEFORE, "log_output=TABLE", "general_log=ON")
                .behind(Map.of(2, second, 3, third, 4, fourth))
                .settings(settings)
                .start();
        WriteLoad load = WriteLoad.start(bed.source(), 30)) {
      bed.awaitKnown();
      try (Turns turns = new Turns(bed, settings)) {
        part.play(bed, turns);
      }
    }
  }

  private static List<SandboxServer> replicas(Bed bed) {
    return IntStream.rangeClosed(2, 4).mapToObj(bed::server).toList();
  }

  /** How often each replica was asked for that, by its own log. */
  private static List<Integer> logged(Bed bed, String statement) {
    return replicas(bed).stream()
        .map(each ->
            each.queryValue(
                    "SELECT COUNT(*) FROM mysql.general_log WHERE CONVERT(argument USING utf8) = '%s'"
                        .formatted(statement))
                .map(Integer::valueOf)
                .orElseThrow())
        .toList();
  }

  private static void assertAll(Bed bed, String workers) {
    for (SandboxServer replica : replicas(bed)) {
      assertThat(replica.queryValue("SELECT @@global.slave_parallel_workers")).contains(workers);
      assertThat(replica.replication())
          .allMatch(channel ->
              channel.applierState().equals("Yes") && channel.receiverState().equals("Yes"));
    }
  }

  private static void assertOneOperation(Bed bed, RolloutCalls rollout, String kind) {
    assertThat(replicas(bed))
        .allSatisfy(each -> assertThat(rollout.operations(kind, bed.address(each))).hasSize(1));
  }

  @Test
  void theOtherOneCarriesOnAndNothingIsSetTwice() throws Exception {
    onRealServers((bed, turns) -> {
      Trap atSet = turns.killAt(set(WANTED), When.AFTER);
      RolloutCalls rollout = RolloutCalls.create(turns.running, FILE);
      turns.handOver(atSet);
      turns.seen(rollout).awaitThat(END_MAX, now -> isIn(now, 1, "SOAKING|KEPT"));
      turns.kill();
      // Servers are read for some seconds before they are changed.
      turns.handOver(turns.killAt(set(WANTED), When.BEFORE));
      turns.seen(rollout).awaitThat(END_MAX, now -> isIn(now, 3, "RUNNING"));
      turns.handOver(turns.killAt(START, When.AFTER));

      JsonNode kept = turns.seen(rollout).awaitRest(END_MAX);
      assertThat(kept.at("/state").asString()).as("%s", kept).isEqualTo("KEPT");
      assertAll(bed, WANTED);
      assertThat(logged(bed, set(WANTED))).containsExactly(1, 1, 1);
      assertOneOperation(bed, turns.seen(rollout), "parallelism.apply");

      Trap atUndo = turns.killAt(set(BEFORE), When.AFTER);
      turns.seen(rollout).act("undo");
      turns.handOver(atUndo);
      JsonNode undone = turns.seen(rollout).awaitRest(END_MAX);
      assertThat(undone.at("/state").asString()).as("%s", undone).isEqualTo("UNDONE");
      assertAll(bed, BEFORE);
      assertThat(logged(bed, set(WANTED))).containsExactly(1, 1, 1);
      assertThat(logged(bed, set(BEFORE))).containsExactly(1, 1, 1);
      assertOneOperation(bed, turns.seen(rollout), "parallelism.undo");
    });
  }

  private static boolean isIn(JsonNode rollout, int wave, String states) {
    return RolloutCalls.states(rollout, wave).getFirst().matches(states);
  }

  /** What a rollout waits for. */
  private enum Time {
    START("{ at: %s }"),
    WINDOW("{ windows: [ { from: '%s', until: '%s' } ] }");

    private final String words;

    Time(String words) {
      this.words = words;
    }

    String schedule(Instant at) {
      return this == START
          ? words.formatted(at)
          : words.formatted(ofDay(at), ofDay(at.plus(1, ChronoUnit.HOURS)));
    }

    private static LocalTime ofDay(Instant moment) {
      return LocalTime.ofInstant(moment, ZoneOffset.UTC);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOtherOneBeginsWhatWaitedForItsTime(Time time) throws Exception {
    onRealServers((bed, turns) -> {
      Instant at = Instant.now().plusSeconds(25).truncatedTo(ChronoUnit.SECONDS);
      String file = FILE + "schedule: %s\n".formatted(time.schedule(at));
      RolloutCalls rollout = RolloutCalls.create(turns.running, file);
      rollout.awaitThat(END_MAX, now -> now.at("/state").asString().equals("SCHEDULED"));
      await().untilAsserted(() -> assertListed(turns, rollout));

      turns.kill();
      assertListed(turns, rollout);

      JsonNode kept = turns.seen(rollout).awaitRest(END_MAX);
      assertThat(kept.at("/state").asString()).as("%s", kept).isEqualTo("KEPT");
      assertThat(Instant.parse(kept.at("/waves/0/beganAt").asString())).isAfterOrEqualTo(at);
      assertAll(bed, WANTED);
      assertThat(logged(bed, set(WANTED))).containsExactly(1, 1, 1);
    });
  }

  private static void assertListed(Turns turns, RolloutCalls rollout) {
    CommandResult listed = turns.running.tutti("schedules", "list");
    assertThat(listed.output()).as("%s", listed).contains("rollout/" + rollout.id());
  }
}
