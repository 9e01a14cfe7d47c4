package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A server that was killed, and of which other processes ran before anybody looked again: the one
 * that was watched is judged, and none of those hides how it ended.
 */
@Matrix
@OwnProcess
class SecondStartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Map<String, String> POLLED_OFTEN =
      Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms");

  /** What runs after the process that was watched, and before the one that runs then. */
  private enum Between {
    NOTHING,
    FAILED_START,
    START_AND_STOP,
    START_AND_KILL;

    void run(SandboxServer server, SandboxServer other) {
      switch (this) {
        case NOTHING -> {}
        case FAILED_START ->
            assertThatThrownBy(() -> server.start("port=" + other.port()))
                .hasMessageContaining("ended while starting");
        case START_AND_STOP -> {
          server.start();
          server.stop();
        }
        case START_AND_KILL -> {
          server.start();
          server.killHard();
        }
      }
    }
  }

  /** A controller that is away, and comes back even when the test fails. */
  private record Away(RunningController controller) implements AutoCloseable {
    static Away of(RunningController controller) {
      signal(controller, "STOP");
      return new Away(controller);
    }

    private static void signal(RunningController controller, String name) {
      try {
        assertThat(
                new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(name, controller.pid()))
                    .start()
                    .waitFor())
            .isZero();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      signal(controller, "CONT");
    }
  }

  @ParameterizedTest
  @Cases(
      value = "MYSQL_8_0_15, FAILED_START",
      thorough = {
        "MARIADB_10_11_5, START_AND_STOP",
        "MYSQL_5_6_14, FAILED_START",
        "MYSQL_5_6_14, START_AND_STOP",
        "MYSQL_5_7_22, FAILED_START",
        "MYSQL_5_7_22, START_AND_STOP",
        "MYSQL_8_0_15, START_AND_STOP",
        "MYSQL_9_7, FAILED_START",
        "MYSQL_9_7, START_AND_STOP",
        "MARIADB_10_1_8, FAILED_START",
        "MARIADB_10_1_8, START_AND_STOP",
        "MARIADB_10_2_11, FAILED_START",
        "MARIADB_10_2_11, START_AND_STOP",
        "MARIADB_10_11_5, FAILED_START",
        "MARIADB_11_4_5, FAILED_START",
        "MARIADB_11_4_5, START_AND_STOP",
      })
  void aCrashIsNotHiddenByWhatRanSince(ServerRelease release, Between between) {
    try (Sandbox sandbox =
            Sandbox.builder().fastTimeouts().release(release).topology("1>2").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      controller.awaitDiscovered(sandbox.server(2).address(), server.address());
      bed.seeWith(0, 0);
      String log = newestLog(server);

      try (Away away = Away.of(controller)) {
        server.killHard();
        between.run(server, sandbox.server(2));
        server.start();
        assertThat(away.controller()).isSameAs(controller);
      }

      JsonNode incident = bed.settled(1);
      IncidentBed.assertJudged(incident, "CUT_OFF", "COMMITS");
      assertThat(incident.at("/lastLog").asString()).isEqualTo(log);
      assertThat(incident.at("/why").asString())
          .startsWith("It ended without a shutdown; sync_binlog was 0")
          .contains("another one ran that no controller watched: one that was shut down in order");
      assertThat(controller.tutti("crash", "show", incident.at("/id").asString()).output())
          .contains("wrote %s last".formatted(log), "another one ran that no controller watched");
      PageExamples.assertSaid(
          PageExamples.blocks("crash.md", "How a process ended").getFirst(),
          incident.at("/why").asString());
      JsonNode shown =
          controller
              .get(
                  "/instances/%s/crash"
                      .formatted(RunningController.encoded(server.address().toString())))
              .body();
      assertThat(shown.at("/ended/value").asString()).as("%s", shown).isEqualTo("CUT_OFF");
      assertThat(shown.at("/cost").asString()).as("%s", shown).isEqualTo("COMMITS");
    }
  }

  /** What was shut down in order lost nothing, and one that nobody watched may have. */
  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MARIADB_10_11_5"})
  void aProcessThatNobodyWatchedIsJudgedToo(ServerRelease release) {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      controller.awaitDiscovered(server.address());
      bed.seeWith(1, 1);

      try (Away away = Away.of(controller)) {
        server.stop();
        Between.START_AND_STOP.run(server, server);
        server.start();
        assertThat(away.controller()).isSameAs(controller);
      }
      JsonNode clean = bed.settled(1);
      IncidentBed.assertJudged(clean, "STOPPED", "NONE");
      assertThat(clean.at("/why").asString())
          .contains("another one ran that no controller watched");

      bed.seeWith(1, 1);
      try (Away away = Away.of(controller)) {
        server.stop();
        Between.START_AND_KILL.run(server, server);
        server.start();
        assertThat(away.controller()).isSameAs(controller);
      }
      JsonNode lossy = bed.settled(2);
      IncidentBed.assertJudged(lossy, "STOPPED", "COMMITS_WITH_THE_HOST");
      assertThat(lossy.at("/why").asString())
          .startsWith("It was shut down in order.")
          .contains("one that ended without a shutdown", "with settings that are not known");
    }
  }

  /** What is gone, or was begun again, shows nothing of the process that was watched. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MYSQL_5_7_22, PURGE BINARY LOGS TO '%s'",
    "MYSQL_8_0_15, RESET MASTER",
    "MARIADB_10_11_5, PURGE BINARY LOGS TO '%s'",
    "MARIADB_10_11_5, RESET MASTER",
  })
  void withoutItsLogTheEndIsUnknown(ServerRelease release, String forget) {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RunningController controller = RunningController.start(POLLED_OFTEN)) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      IncidentBed bed = new IncidentBed(controller, server);
      controller.awaitDiscovered(server.address());
      server.execute("FLUSH LOGS", "FLUSH LOGS");
      bed.seeWith(0, 0);

      try (Away away = Away.of(controller)) {
        server.killHard();
        Between.START_AND_STOP.run(server, server);
        server.start();
        server.execute(forget.formatted(newestLog(server)));
        assertThat(away.controller()).isSameAs(controller);
      }
      JsonNode incident = bed.settled(1);
      assertThat(incident.at("/ended").has("value")).as("%s", incident).isFalse();
      assertThat(incident.at("/cost").asString()).isEqualTo("COMMITS_WITH_THE_HOST");
      assertThat(incident.at("/open").asBoolean()).isTrue();
    }
  }

  @ParameterizedTest
  @Cases(
      value = "MARIADB_10_11_5, FAILED_START",
      thorough = {
        "MARIADB_10_11_5, START_AND_STOP",
        "MARIADB_11_4_5, FAILED_START",
        "MYSQL_5_7_22, START_AND_STOP",
        "MYSQL_5_7_22, FAILED_START",
        "MYSQL_8_0_15, START_AND_STOP",
        "MYSQL_8_0_15, FAILED_START",
      })
  void aServerThatStartsFencedStaysSo(ServerRelease release, Between between) {
    try (FenceBed bed = FenceBed.start(release, Map.of("TUTTI_START_FENCED_UNFENCE", "AUTO"))) {
      SandboxServer source = bed.source();
      StartFencedBed.configure(bed, source);
      new IncidentBed(bed.controller(), source).seeWith(0, 0);
      // What was read in the last second before a start counts as after it.
      await().pollDelay(Duration.ofMillis(2500)).until(() -> true);

      try (Away away = Away.of(bed.controller())) {
        source.killHard();
        between.run(source, bed.replica());
        source.start();
        assertThat(away.controller()).isSameAs(bed.controller());
      }

      await().atMost(PATIENCE).until(() -> bed.findings().contains("STARTED_FENCED"));
      await()
          .atMost(PATIENCE)
          .until(() ->
              bed.controller()
                  .get("/findings")
                  .body()
                  .toString()
                  .contains("commits of its last second were only in its memory"));
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(30))
          .until(() -> FenceBed.isShut(source));
      assertThat(bed.refusal()).isPresent();
    }
  }

  private static String newestLog(SandboxServer server) {
    return server.query("SHOW BINARY LOGS").getLast().firstText("Log_name");
  }
}
