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
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real replicas that must not be touched when their turn comes: waited for, or left out. */
class RolloutBusyTest {
  private static final Duration END_MAX = Duration.ofMinutes(2);

  /** Gates that need no statistics: what is judged is not what is tested here. */
  private static final String FILE =
      """
      name: busy
      targets: { roles: [replica] }
      settings: { replica_parallel_workers: 8 }
      waves: [ { percent: 100 } ]
      atOnce: { perCluster: 4 }
      soak: PT2S
      approval: first
      gates: { check: [applier-errors, restarts] }
      """;

  @TempDir private Path folder;

  private static String workers(SandboxServer server) {
    return server.queryValue("SELECT @@global.slave_parallel_workers").orElseThrow();
  }

  private static CommandResult tutti(Bed bed, Object... words) {
    String[] texts = Arrays.stream(words).map(Object::toString).toArray(String[]::new);
    CommandResult result = bed.controller().tutti(texts);
    assertThat(result.exitCode()).as("%s", result).isZero();
    return result;
  }

  private static JsonNode rollout(Bed bed, String id) {
    return bed.controller().get("/rollouts/" + id).body();
  }

  /** Its state in the rollout, and why. */
  private static String stateOf(Bed bed, String id, SandboxServer server) {
    return rollout(bed, id)
        .at("/waves/0/replicas")
        .valueStream()
        .filter(each -> each.at("/instance").asString().equals(server.address().toString()))
        .map(each -> each.at("/state").asString() + " " + each.at("/why").asString(""))
        .findFirst()
        .orElse("");
  }

  private static void awaitState(Bed bed, String id, SandboxServer server, String state) {
    await()
        .atMost(END_MAX)
        .untilAsserted(
            () -> assertThat(stateOf(bed, id, server)).as("%s", server).startsWith(state));
  }

  @Matrix
  @Test
  void whoIsBusyIsWaitedForAndWhoBecameASourceOrIsFencedIsLeftOut() throws IOException {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_8_0_15).topology("1>2,1>3,1>4,1>5,1>6").start()) {
      bed.awaitKnown();
      SandboxServer copied = bed.server(2);
      SandboxServer down = bed.server(3);
      SandboxServer promoted = bed.server(4);
      SandboxServer fenced = bed.server(5);
      String before = workers(copied);
      Path file = Files.writeString(folder.resolve("rollout.yaml"), FILE);
      String id =
          JsonMapper.shared()
              .readTree(tutti(bed, "rollout", "create", "-f", file, "--json").output())
              .at("/id")
              .asString();
      tutti(bed, "backup", "begin", copied.address());
      tutti(bed, "downtime", "begin", down.address(), "--for", "1h", "--reason", "a new disk");
      tutti(bed, "fence", fenced.address(), "--yes");
      promoted.execute("STOP SLAVE", "RESET SLAVE ALL");
      await()
          .until(
              () -> bed.controller().get(bed.path(promoted, "")).body().at("/channels").isEmpty());
      String asking = tutti(bed, "rollout", "show", id).output();
      assertThat(asking).contains("asks for approval of wave 1");

      tutti(bed, "rollout", "approve", id);

      awaitState(bed, id, copied, "WAITING " + copied.address() + " is in a backup session.");
      awaitState(bed, id, down, "WAITING " + down.address() + " is in downtime.");
      awaitState(bed, id, promoted, "LEFT_OUT It replicates from nobody any more.");
      awaitState(bed, id, fenced, "LEFT_OUT It is fenced.");
      awaitState(bed, id, bed.server(6), "SOAKING");
      assertThat(workers(bed.server(6))).isEqualTo("8");
      for (SandboxServer other : new SandboxServer[] {copied, down, promoted, fenced}) {
        assertThat(workers(other)).as("%s", other).isEqualTo(before);
      }
      assertThat(copied.replication())
          .as("its copy is being made")
          .allMatch(channel -> channel.applierState().equals("No"));

      tutti(bed, "downtime", "end", down.address());
      awaitState(bed, id, down, "SOAKING");
      tutti(bed, "backup", "end", copied.address());
      await().atMost(END_MAX).until(() -> rollout(bed, id).at("/state").asString().equals("KEPT"));
      assertThat(workers(copied)).isEqualTo("8");
      assertThat(workers(down)).isEqualTo("8");
      assertThat(workers(promoted)).isEqualTo(before);
      assertThat(workers(fenced)).isEqualTo(before);
      assertThat(rollout(bed, id).at("/decisions").toString())
          .contains(
              promoted.address() + " is left out: It replicates from nobody any more.",
              fenced.address() + " is left out: It is fenced.");
    }
  }
}
