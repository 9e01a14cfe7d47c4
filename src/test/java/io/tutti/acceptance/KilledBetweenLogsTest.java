package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * A server that was killed when one binlog had ended and the next had not begun: made by taking the
 * next one away, as no fault hits that moment.
 */
@Matrix
class KilledBetweenLogsTest {

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MARIADB_10_2_11", "MARIADB_11_4_5"})
  void aRotationIsNoShutdown(ServerRelease release) throws IOException {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      server.restart();
      server.execute("CREATE DATABASE d", "FLUSH LOGS");
      List<String> logs =
          server.query("SHOW BINARY LOGS").stream().map(row -> row.firstText("Log_name")).toList();
      server.killHard();
      takeAway(server, logs.getLast());
      server.start();

      controller.awaitDiscovered(server.address());
      JsonNode reported =
          await()
              .atMost(Duration.ofSeconds(40))
              .until(
                  () ->
                      controller
                          .get(
                              "/instances/%s/crash"
                                  .formatted(
                                      RunningController.encoded(server.address().toString())))
                          .body(),
                  body -> body.has("ended"));
      assertThat(reported.at("/ended/value").asString()).as("%s", reported).isEqualTo("CUT_OFF");
      assertThat(reported.at("/lastLog").asString()).isEqualTo(logs.get(logs.size() - 2));
    }
  }

  /** A binlog and its name in the index, as when a host lost what it had not written. */
  static void takeAway(SandboxServer server, String log) throws IOException {
    try (var files = Files.list(server.dataDirectory())) {
      Path index =
          files
              .filter(file -> file.getFileName().toString().endsWith(".index"))
              .filter(file -> log.startsWith(file.getFileName().toString().replace(".index", "")))
              .findFirst()
              .orElseThrow();
      List<String> kept =
          Files.readAllLines(index).stream().filter(line -> !line.endsWith(log)).toList();
      Files.write(index, kept);
      Files.delete(server.dataDirectory().resolve(log));
    }
  }
}
