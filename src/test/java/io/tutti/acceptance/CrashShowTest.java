package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** How processes of real servers ended, and the settings that they had, however they come back. */
class CrashShowTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Duration COUNTS_AFTER = Duration.ofMillis(2500);

  private static void set(
      RunningController controller, SandboxServer server, int syncBinlog, int flushLog) {
    server.execute(
        "SET GLOBAL sync_binlog = " + syncBinlog,
        "SET GLOBAL innodb_flush_log_at_trx_commit = " + flushLog);
    Instant set = Instant.now();
    // What was read in the last second counts as before for none: a server's age is in seconds.
    await()
        .atMost(PATIENCE)
        .until(() -> {
          JsonNode instance = controller.instance(server.address());
          JsonNode durability = instance.at("/durability");
          return durability.at("/syncBinlog/value").asInt(-1) == syncBinlog
              && durability.at("/flushLogAtCommit/value").asInt(-1) == flushLog
              && Instant.parse(instance.at("/observedAt").asString())
                  .isAfter(set.plus(COUNTS_AFTER));
        });
  }

  /** The answer about the process that began last. */
  private static JsonNode crash(RunningController controller, SandboxServer server) {
    String path =
        "/instances/%s/crash".formatted(RunningController.encoded(server.address().toString()));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          Answer answer = controller.get(path);
          assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        });
    return controller.get(path).body();
  }

  private static void assertEnd(JsonNode reported, String how, String cost) {
    assertThat(reported.at("/ended/value").asString()).as("%s", reported).isEqualTo(how);
    assertThat(reported.at("/cost").asString()).as("%s", reported).isEqualTo(cost);
  }

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_9_7)
  void howItEndedAndWithWhichSettings(ServerRelease release) {
    try (Sandbox sandbox = Sandbox.builder().fastTimeouts().release(release).topology("1").start();
        RunningController controller =
            RunningController.start(Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "500ms"))) {
      WatcherAccount.createOnAll(sandbox);
      SandboxServer server = sandbox.server(1);
      server.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
      controller.awaitDiscovered(server.address());
      assertThat(crash(controller, server).at("/ended/unknown").asString()).isNotEmpty();

      set(controller, server, 0, 0);
      server.stop();
      server.start();
      assertEnd(crash(controller, server), "STOPPED", "NONE");

      set(controller, server, 1, 1);
      server.execute("FLUSH LOGS", "INSERT INTO d.t VALUES (1)", "FLUSH LOGS", "FLUSH LOGS");
      server.killHard();
      server.start();
      server.execute("FLUSH LOGS", "FLUSH LOGS");
      JsonNode durable = crash(controller, server);
      assertEnd(durable, "CUT_OFF", "NONE_BY_SETTINGS");

      // It comes back with what its option file says; what counts is what it had.
      set(controller, server, 0, 0);
      server.killHard();
      server.start();
      set(controller, server, 1, 1);
      JsonNode lossy = crash(controller, server);
      assertEnd(lossy, "CUT_OFF", "COMMITS");
      assertThat(lossy.at("/lastLog").asString()).isNotEqualTo(durable.at("/lastLog").asString());
      assertThat(lossy.at("/suspect").asBoolean()).isTrue();
      CommandResult shown = controller.tutti("crash", "show", server.address().toString());
      assertThat(shown.exitCode()).as("%s", shown).isZero();
      assertThat(shown.output())
          .contains("commits may be lost", "innodb_flush_log_at_trx_commit 0");

      server.execute(
          release.has(ServerFeature.SOURCE_REPLICA_TERMS)
              ? "RESET BINARY LOGS AND GTIDS"
              : "RESET MASTER");
      JsonNode purged = crash(controller, server);
      // Its incident may have been looked at before the reset, or only afterwards.
      assertThat(purged.at("/ended/value").isMissingNode()).as("%s", purged).isTrue();
      assertThat(purged.at("/ended").toString())
          .containsAnyOf("do not reach back", "is gone", "is not there any more");
      assertThat(purged.at("/cost").asString()).isEqualTo("COMMITS_WITH_THE_HOST");
    }
  }
}
