package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * Two processes of one server that began in the same second. So that this is sure, both are started
 * in it: the second waits for the files that the first has locked, and continues when that is
 * killed.
 */
@Matrix
class SameSecondTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Before the second one is started the first must have locked its files. */
  private static final Duration HEAD_START = Duration.ofMillis(250);

  /** On a loaded machine one of two often begins a second later. */
  private static final int ATTEMPTS_MAX = 20;

  /** How a running server was started. */
  private record Launch(List<String> command, Map<String, String> environment, Path folder) {
    static Launch of(SandboxServer server) {
      Path process = Path.of("/proc", Long.toString(server.pid()));
      Map<String, String> environment = new HashMap<>();
      texts(process.resolve("environ"))
          .forEach(each ->
              environment.put(
                  each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1)));
      return new Launch(
          texts(process.resolve("cmdline")),
          environment,
          server.dataDirectory().resolveSibling(""));
    }

    private static List<String> texts(Path file) {
      try {
        return List.of(Files.readString(file).split("\0"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Process start() {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(
                  ProcessBuilder.Redirect.appendTo(folder.resolve("console.log").toFile()));
      builder.environment().clear();
      builder.environment().putAll(environment);
      try {
        return builder.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MYSQL_8_0_15
      })
  void theSecondIsAnotherOne(ServerRelease release) throws SQLException {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1")
                .options("sync_binlog=1", "innodb_flush_log_at_trx_commit=1")
                .start();
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms"))) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      Launch launch = Launch.of(server);
      server.stop();
      IncidentBed bed = new IncidentBed(controller, server);
      boolean inOneSecond = false;
      for (int attempt = 0; attempt < ATTEMPTS_MAX && !inOneSecond; attempt++) {
        inOneSecond = beginInOneSecond(bed, launch);
      }
      assertThat(inOneSecond).as("both began in one second").isTrue();
    }
  }

  /** Whether they did. That there is another process is noticed either way. */
  private static boolean beginInOneSecond(IncidentBed bed, Launch launch) throws SQLException {
    SandboxServer server = bed.server();
    awaitBeginOfSecond();
    Process first = launch.start();
    await().pollDelay(HEAD_START).until(() -> true);
    Process second = launch.start();
    try {
      awaitAnswers(server);
      long began = startedAt(server);
      countConnections(server);
      await()
          .atMost(PATIENCE)
          .until(() -> bed.controller().discover(server.address()).status() == 200);
      if (!first.isAlive() || !second.isAlive()) {
        // The second one gave up to wait for the files of the first, as some releases do soon.
        return false;
      }
      int before = bed.incidents().size();

      Process running = pid(server) == first.pid() ? first : second;
      running.destroyForcibly();

      // MySQL's second one read the index of the binlogs too soon: the first one's is not in it.
      JsonNode incident = bed.settled(before + 1);
      assertThat(incident.at("/ended/value").asString()).isNotEqualTo("STOPPED");
      assertThat(incident.at("/cost").asString()).as("%s", incident).isEqualTo("NONE_BY_SETTINGS");
      return startedAt(server) == began;
    } finally {
      first.destroyForcibly();
      second.destroyForcibly();
      await().atMost(PATIENCE).until(() -> !first.isAlive() && !second.isAlive());
    }
  }

  private static long pid(SandboxServer server) {
    try {
      Path file = Path.of(server.queryValue("SELECT @@pid_file").orElseThrow());
      return Long.parseLong(Files.readString(server.dataDirectory().resolve(file)).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitBeginOfSecond() {
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> Instant.now().toEpochMilli() % 1000 < 60);
  }

  private static void awaitAnswers(SandboxServer server) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> server.queryValue("SELECT 1").isPresent());
  }

  private static void countConnections(SandboxServer server) throws SQLException {
    List<Connection> open = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      open.add(server.connect());
    }
    for (Connection each : open) {
      each.close();
    }
  }

  /** By its own clock, to the second. */
  private static long startedAt(SandboxServer server) {
    long before = clock(server);
    long uptime =
        Long.parseLong(
            server.query("SHOW GLOBAL STATUS LIKE 'Uptime'").getFirst().firstText("Value"));
    return clock(server) == before ? before - uptime : startedAt(server);
  }

  private static long clock(SandboxServer server) {
    return Long.parseLong(server.queryValue("SELECT UNIX_TIMESTAMP()").orElseThrow());
  }
}
