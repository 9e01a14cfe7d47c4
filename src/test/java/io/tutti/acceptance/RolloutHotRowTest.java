package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Optimistic appliers and a row that each transaction changes: they try again and again. The gate
 * sees it on the canary, which gets back what it had; nobody else is touched.
 */
class RolloutHotRowTest {
  private static final Duration END_MAX = Duration.ofMinutes(5);

  @TempDir private Path folder;

  private static final String OPTIMISTIC =
      """
      name: optimistic
      targets: { roles: [replica] }
      settings: { slave_parallel_mode: optimistic, slave_parallel_threads: 8 }
      waves: [ { count: 1 }, { percent: 100 } ]
      soak: PT20S
      approval: none
      """;

  private static String shown(SandboxServer server) {
    return server
        .queryValue("SELECT CONCAT(@@slave_parallel_mode, ' ', @@slave_parallel_threads)")
        .orElseThrow();
  }

  private static long retries(SandboxServer server) {
    return Long.parseLong(
        server
            .queryValue(
                "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS"
                    + " WHERE VARIABLE_NAME = 'Slave_retried_transactions'")
            .orElseThrow());
  }

  private static CommandResult tutti(Bed bed, String... words) {
    return bed.controller().tutti(words);
  }

  private static JsonNode atRest(Bed bed, String id) {
    await()
        .atMost(END_MAX)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> {
          JsonNode now = bed.controller().get("/rollouts/" + id).body();
          assertThat(now.at("/state").asString()).as("%s", now).isNotIn("ASKING", "PAUSED", "KEPT");
          return now.at("/atEnd").asBoolean();
        });
    return bed.controller().get("/rollouts/" + id).body();
  }

  @Matrix
  @Test
  void theCanaryThatTriesAgainAndAgainGetsBackWhatItHad() throws IOException {
    try (Bed bed =
            Bed.of(ServerRelease.MARIADB_10_11_5)
                .topology("1>2,1>3")
                .options(
                    "slave_parallel_mode=conservative",
                    "slave_parallel_threads=0",
                    "innodb_flush_log_at_trx_commit=2")
                .start();
        HotRow load = HotRow.start(bed.source(), 1_000, Duration.ofMillis(10))) {
      bed.awaitKnown();
      Path file = Files.writeString(folder.resolve("rollout.yaml"), OPTIMISTIC);
      CommandResult created = tutti(bed, "rollout", "create", "-f", file.toString(), "--json");
      assertThat(created.exitCode()).as("%s", created).isZero();
      String id = JsonMapper.shared().readTree(created.output()).at("/id").asString();

      JsonNode ended = atRest(bed, id);

      assertThat(ended.at("/state").asString()).as("%s", ended).isEqualTo("UNDONE");
      SandboxServer canary =
          bed.server(
              ended
                      .at("/waves/0/replicas/0/instance")
                      .asString()
                      .endsWith(":" + bed.server(2).address().port())
                  ? 2
                  : 3);
      SandboxServer other = bed.server(canary.node() == 2 ? 3 : 2);
      assertThat(List.of(shown(canary), shown(other))).containsOnly("conservative 0");
      assertThat(retries(canary)).isPositive();
      assertThat(retries(other)).isZero();
      assertThat(
              bed.controller()
                  .get("/operations")
                  .body()
                  .at("/items")
                  .valueStream()
                  .map(each -> each.at("/target").asString()))
          .containsOnly(canary.address().toString());

      String report = tutti(bed, "rollout", "report", id).output();
      assertThat(report)
          .contains(
              "# Rollout optimistic: undone",
              "2 servers in 2 waves: 1 undone, 1 not reached.",
              "Wave 1 is undone: %s: ".formatted(canary.address()),
              "more of each transaction are tried again",
              "Wave 2 was not begun: nothing was changed on %s.".formatted(other.address()));
      assertReported(bed, id, canary, other);
    }
  }

  /** The figures show it, too. */
  private void assertReported(Bed bed, String id, SandboxServer canary, SandboxServer other)
      throws IOException {
    JsonNode replica =
        bed.controller().get("/rollouts/" + id + "/report").body().at("/waves/0/replicas/0");
    assertThat(replica.at("/control").asString()).isEqualTo(other.address().toString());
    JsonNode retries =
        replica
            .at("/measures")
            .valueStream()
            .filter(each -> each.at("/name").asString().equals("retried transactions"))
            .findFirst()
            .orElseThrow();
    assertThat(retries.at("/own/before").asDouble()).as("%s", retries).isZero();
    assertThat(retries.at("/own/after").asDouble()).as("%s", retries).isGreaterThan(1);
    assertThat(retries.at("/control/after").asDouble()).as("%s", retries).isZero();

    Path page = folder.resolve("report.html");
    assertThat(tutti(bed, "rollout", "report", id, "--html", page.toString()).output())
        .contains("The report is in " + page);
    assertThat(Files.readString(page))
        .contains("Wave 1 is undone: %s: ".formatted(canary.address()), "data-chart=\"2\"");
  }
}
