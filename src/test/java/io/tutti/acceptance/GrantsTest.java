package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** What {@code tutti grants} prints is run on real servers, and nothing else makes the account. */
class GrantsTest {
  private static final String PASSWORD = "it's-Only-1";

  @TempDir Path folder;

  @Matrix
  @ParameterizedTest
  @Releases(ServerRelease.MARIADB_10_11_5)
  void whatIsPrintedIsEnoughToOperate(ServerRelease release) throws IOException {
    try (Sandbox sandbox = start(release);
        RunningController controller = controller("tutti")) {
      make(controller, sandbox);
      discover(controller, sandbox);
      String source = sandbox.server(1).address().toString();
      String replica = sandbox.server(2).address().toString();

      succeed(controller, "parallelism", "apply", replica, workers(release));
      succeed(controller, "fence", source, "--why", "a test", "--yes");
      controller.awaitRestartsLookedAt(source);
      succeed(controller, "unfence", source);

      assertThat(findings(controller)).doesNotContain("FENCED", "FENCE_BROKEN", "FACTS_UNKNOWN");
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_5_7_22)
  void whatIsPrintedForWatchingIsEnoughToReadAllAndNoMore(ServerRelease release)
      throws IOException {
    try (Sandbox sandbox = start(release);
        RunningController controller = controller("looker")) {
      make(controller, sandbox, "--monitor", "--user", "looker");
      discover(controller, sandbox);

      for (SandboxServer server : sandbox.servers()) {
        assertThat(controller.instance(server.address()).toString())
            .contains("REACHED")
            .doesNotContain("GRANT ");
      }
      JsonNode findings = controller.get("/findings").body();
      assertThat(findings.toString()).doesNotContain("GRANT ", "FACTS_UNKNOWN");
      String replica = sandbox.server(2).address().toString();
      String offered = "tutti grants --flavor " + flavor(release) + " --version ";
      for (String[] refused :
          List.of(
              new String[] {"parallelism", "apply", replica, workers(release)},
              new String[] {"fence", replica})) {
        CommandResult reported = controller.tutti(refused);
        assertThat(reported.exitCode()).isEqualTo(1);
        assertThat(reported.errors())
            .contains("'looker'", " on " + replica, "privileges", "Nothing was changed", offered)
            .containsPattern("GRANT [A-Z_ ]+ ON \\*\\.\\* TO 'looker'@'127\\.0\\.0\\.1'");
      }
    }
  }

  private static Sandbox start(ServerRelease release) {
    return Sandbox.builder()
        .fastTimeouts()
        .release(release)
        .topology("1>2")
        .options("sync_binlog=1", "innodb_flush_log_at_trx_commit=1")
        .start();
  }

  private static RunningController controller(String user) {
    return RunningController.start(
        Map.of("TUTTI_TARGET_USER", user, "TUTTI_TARGET_PASSWORD", PASSWORD));
  }

  /** Makes the account on each server, as a person who pastes what is printed. */
  private void make(RunningController controller, Sandbox sandbox, String... options)
      throws IOException {
    Path file = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    for (SandboxServer server : sandbox.servers()) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  "grants",
                  "--flavor",
                  flavor(server.release()),
                  "--version",
                  server.queryValue("SELECT @@version").orElseThrow(),
                  "--host",
                  "127.0.0.1",
                  "--password-file",
                  file.toString()));
      command.addAll(List.of(options));
      CommandResult printed = controller.tutti(command.toArray(String[]::new));
      assertThat(printed.exitCode()).as("%s", printed.errors()).isZero();
      server.execute(
          printed
              .output()
              .lines()
              .filter(line -> !line.startsWith("--"))
              .map(line -> line.substring(0, line.indexOf(";  -- ")))
              .toArray(String[]::new));
    }
  }

  private static void discover(RunningController controller, Sandbox sandbox) {
    controller.awaitDiscovered(sandbox.server(1).address());
    controller.awaitDiscovered(sandbox.server(2).address());
  }

  private static void succeed(RunningController controller, String... command) {
    CommandResult result = controller.tutti(command);
    assertThat(result.exitCode())
        .as("%s: %s%s", String.join(" ", command), result.output(), result.errors())
        .isZero();
  }

  private static List<String> findings(RunningController controller) {
    return controller
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .map(each -> each.at("/code").asString())
        .toList();
  }

  private static String flavor(ServerRelease release) {
    return WatcherAccount.provider(release).id();
  }

  private static String workers(ServerRelease release) {
    return switch (release) {
      case MARIADB_10_1_8, MARIADB_10_2_11, MARIADB_10_11_5, MARIADB_11_4_5 ->
          "slave_parallel_threads=3";
      case MYSQL_5_6_14, MYSQL_5_7_22, MYSQL_8_0_15, MYSQL_9_7 -> "replica_parallel_workers=3";
    };
  }
}
