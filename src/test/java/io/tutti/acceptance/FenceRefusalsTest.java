package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What keeps a fence up, what is in the way of one, and who is informed. */
@Matrix
class FenceRefusalsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Matrix
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MARIADB_10_11_5"})
  void aServerThatLostWritesStaysFenced(ServerRelease release) {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      SandboxServer source = bed.source();
      bed.awaitReplicated();
      Binlogs.OnDisk binlog = Binlogs.onDisk(source);
      source.execute("INSERT INTO d.t (v) VALUES (1), (2)");
      bed.awaitReplicated();
      bed.replica().stopReplication();
      source.killHard();
      binlog.loseTheRest();
      await().atMost(PATIENCE).until(() -> bed.findings().contains("INSTANCE_UNREACHABLE"));

      // It does not answer, and is fenced before anybody can write to it.
      bed.succeeded(bed.carryOut(":fence", "{\"why\":\"crashed\"}"));
      source.start();
      bed.awaitShut();
      await().atMost(PATIENCE).until(() -> bed.findings().contains("FENCED"));

      Answer refused = bed.controller().post(bed.path(":unfence"), "{}");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/code")).isEqualTo("FENCE_NOT_LIFTABLE");
      assertThat(refused.text("/detail")).contains("which it lost");
      assertThat(FenceBed.isShut(source)).isTrue();
      Answer unreasoned = bed.controller().post(bed.path(":unfence"), "{\"force\":true}");
      assertThat(unreasoned.status()).isEqualTo(400);

      bed.succeeded(bed.carryOut(":unfence", "{\"force\":true,\"why\":\"I know better\"}"));
      assertThat(FenceBed.isOpen(source)).isTrue();
      assertThat(bed.controller().get("/audit").body().toString()).contains("I know better");
    }
  }

  @Matrix
  @Test
  void aSecondServerThatTakesWritesKeepsItFencedAndAHookIsCalled(@TempDir Path folder)
      throws IOException {
    Path hook = folder.resolve("hook");
    Path reported = folder.resolve("told");
    Files.writeString(
        hook, "#!/bin/sh\necho $1 $2 $3 >>%s\n[ $3 = unfence ]\n".formatted(reported));
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwx------"));
    try (FenceBed bed =
        FenceBed.start(ServerRelease.MYSQL_8_0_15, Map.of("TUTTI_FENCE_HOOK", hook.toString()))) {
      SandboxServer source = bed.source();
      JsonNode fenced = bed.carryOut(":fence", "{}");
      bed.succeeded(fenced);
      String asked = "127.0.0.1 %d fence\n".formatted(source.port());
      assertThat(Files.readString(reported)).isEqualTo(asked);
      assertThat(bed.fence().at("/open").toString()).contains("The hook failed: it ended with 1");

      bed.replica().execute("SET GLOBAL read_only = 0");
      Answer refused = bed.controller().post(bed.path(":unfence"), "{\"dryRun\":true}");
      assertThat(refused.status()).as("%s", refused.body()).isEqualTo(422);
      assertThat(refused.text("/detail")).contains(bed.replica().address() + " takes writes");

      bed.replica().execute("SET GLOBAL read_only = 1");
      bed.succeeded(bed.carryOut(":unfence", "{}"));
      assertThat(Files.readString(reported)).isEqualTo(asked + asked.replace("fence", "unfence"));
      Answer again = bed.controller().post(bed.path(":unfence"), "{}");
      assertThat(again.text("/code")).isEqualTo("NOT_FENCED");
    }
  }

  @Test
  void nobodyIsLockedOutWithoutAWayBack() {
    try (FenceBed bed = FenceBed.start(ServerRelease.MYSQL_8_0_15, Map.of())) {
      SandboxServer source = bed.source();
      source.execute(
          "SET SESSION sql_log_bin=0", "REVOKE CONNECTION_ADMIN ON *.* FROM 'watcher'@'%'");
      Answer refused = bed.controller().post(bed.path(":fence"), "{}");
      assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("MISSING_PRIVILEGE");
      assertThat(refused.body().toString()).contains("GRANT CONNECTION_ADMIN ON *.* TO 'watcher'");
      assertThat(FenceBed.isOpen(source)).isTrue();
      assertThat(bed.fence().at("/fenced").asBoolean()).isFalse();
    }
  }

  @Matrix
  @Test
  void aFenceThatSomebodyLiftedByHandIsFound() {
    try (FenceBed bed = FenceBed.start(ServerRelease.MYSQL_5_7_22, Map.of())) {
      bed.succeeded(bed.carryOut(":fence", "{}"));
      bed.source().execute("SET GLOBAL offline_mode = 0");
      await().atMost(PATIENCE).until(() -> bed.findings().contains("FENCE_BROKEN"));
      bed.succeeded(bed.carryOut(":fence", "{}"));
      await().atMost(PATIENCE).until(() -> bed.findings().contains("FENCED"));
      assertThat(FenceBed.isShut(bed.source())).isTrue();

      // The second fence found the receiver stopped by the first.
      bed.succeeded(bed.carryOut(":unfence", "{}"));
      bed.awaitReceives();
    }
  }

  @Matrix
  @Test
  void aReceiverThatWasStoppedBeforeIsNotStarted() {
    try (FenceBed bed = FenceBed.start(ServerRelease.MARIADB_10_11_5, Map.of())) {
      bed.replica().stopReplication();
      // Also where the controller has not seen that yet.
      bed.succeeded(bed.carryOut(":fence", "{}"));
      bed.succeeded(bed.carryOut(":unfence", "{}"));
      assertThat(FenceBed.isOpen(bed.source())).isTrue();
      assertThat(bed.replica().replication().getFirst().receiverState()).isEqualTo("No");
    }
  }
}
