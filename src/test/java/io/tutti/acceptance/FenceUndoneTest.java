package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * A fence that is undone lets each receiver run that ran before, also one that was just trying to
 * connect: the error that it had then stays on a stopped one, and is no sign that it was started.
 */
@Matrix
class FenceUndoneTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_8_0_15,
      thorough = {
        ServerRelease.MYSQL_5_7_22,
        ServerRelease.MARIADB_10_1_8,
        ServerRelease.MARIADB_10_11_5
      })
  void aReceiverThatWasTryingGoesOnTrying(ServerRelease release, @TempDir Path folder)
      throws IOException {
    Path called = folder.resolve("called");
    Path go = folder.resolve("go");
    Path hook = folder.resolve("hook");
    Files.writeString(
        hook,
        "#!/bin/sh\n[ $3 = fence ] || exit 0\ntouch %s\nwhile [ ! -e %s ]; do sleep 0.1; done\n"
            .formatted(called, go));
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwx------"));
    try (FenceBed bed = FenceBed.start(release, Map.of("TUTTI_FENCE_HOOK", hook.toString()))) {
      bed.awaitReceives();
      shutByHand(bed);

      Answer asked = bed.controller().post(bed.path(":fence"), "{}");
      assertThat(asked.status()).as("%s", asked.body()).isEqualTo(202);
      await().atMost(PATIENCE).until(() -> Files.exists(called));
      assertThat(bed.replica().replication().getFirst().receiverState())
          .as("the fence has stopped it")
          .isEqualTo("No");
      assertThat(bed.replica().replication().getFirst().receiverError()).isNotEmpty();
      bed.controller().post("/operations/%s:cancel".formatted(asked.text("/id")), "{}");
      Files.createFile(go);

      JsonNode operation = bed.atRest(asked.text("/id"));
      assertThat(operation.at("/state").asString()).as("%s", operation).isEqualTo("UNDONE");
      openByHand(bed);
      bed.awaitReceives();
      assertThat(bed.refusal()).isEmpty();
      bed.awaitReplicated();
    }
  }

  /** So that the receiver tries to connect, and cannot. */
  private static void shutByHand(FenceBed bed) {
    SandboxServer source = bed.source();
    FenceBed.shut(source.release())
        .forEach(
            (name, value) -> source.execute("SET GLOBAL %s = %s".formatted(name, literal(value))));
    Binlogs.dumps(source).forEach(session -> source.execute("KILL " + session));
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          var channel = bed.replica().replication().getFirst();
          assertThat(channel.receiverState()).as("%s", channel).isEqualTo("Connecting");
          assertThat(channel.receiverError()).as("%s", channel).isNotEmpty();
        });
  }

  private static void openByHand(FenceBed bed) {
    SandboxServer source = bed.source();
    FenceBed.shut(source.release())
        .forEach((name, value) ->
            source.execute("SET GLOBAL %s = %s".formatted(name, value.equals("1") ? "0" : "''")));
  }

  private static String literal(String value) {
    return value.equals("1") ? value : "'" + value.replace("'", "''") + "'";
  }
}
