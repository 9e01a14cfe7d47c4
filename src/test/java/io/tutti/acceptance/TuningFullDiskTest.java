package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Relay logs fill their disk while an applier is held back: the operation says so, and once there
 * is room the replica has its settings again, applies, and has the data of its source. Needs root,
 * as it mounts a small tmpfs.
 */
@Matrix
class TuningFullDiskTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A receiver that waits for room looks for it once a minute. */
  private static final Duration CAUGHT_UP_MAX = Duration.ofMinutes(4);

  private static final String TABLE = "d.t";
  private static final int DISK_MEBIBYTES = 8;
  private static final int ROOM_MEBIBYTES = 200;

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void aFullDiskOfRelayLogsEndsIt(ServerRelease release) throws Exception {
    Path disk = Files.createTempDirectory("tutti-relay-");
    String size = "size=%dm,mode=0777".formatted(DISK_MEBIBYTES);
    if (!run("mount", "-t", "tmpfs", "-o", size, "tmpfs", disk.toString())) {
      System.err.println("TuningFullDiskTest: no tmpfs can be mounted here; nothing was tested");
      return;
    }
    try {
      fillAndMakeRoom(release, disk);
    } finally {
      run("umount", "-l", disk.toString());
      Files.deleteIfExists(disk);
    }
  }

  private static void fillAndMakeRoom(ServerRelease release, Path disk) throws Exception {
    try (TuningBed bed =
        TuningBed.start(
            Bed.of(release)
                .options(
                    2,
                    "relay_log=" + disk.resolve("relay"),
                    TuningBed.workersKnob(release) + "=2"))) {
      String before = bed.workers();
      String id = bed.heldBack();

      fill(bed.source());
      Instant full = Instant.now();
      await()
          .atMost(PATIENCE)
          .until(() -> bed.operation(id).toString().contains("room for relay logs"));
      Duration said = Duration.between(full, Instant.now());
      assertThat(run("mount", "-o", "remount,size=" + ROOM_MEBIBYTES + "m", disk.toString()))
          .isTrue();
      Instant room = Instant.now();
      JsonNode ended = bed.atRest(id);
      Duration undone = Duration.between(room, Instant.now());

      bed.assertUndone(ended, before, "room for relay logs");
      Checksums.awaitEqual(CAUGHT_UP_MAX, bed.source(), bed.replica(), TABLE);
      System.out.printf(
          "%s: said after %d s; undone %d s after there was room, caught up after %d s: %s%n",
          release,
          said.toSeconds(),
          undone.toSeconds(),
          Duration.between(room, Instant.now()).toSeconds(),
          ended.at("/why").asString());
      bed.assertAppliesTheSame();
      assertThat(gtids(bed.replica())).isEqualTo(gtids(bed.source()));
    }
  }

  /** What a replica has without a gap is one interval. */
  private static String gtids(SandboxServer server) {
    String variable =
        server.release().family() == ServerFamily.MARIADB ? "gtid_current_pos" : "gtid_executed";
    return server.queryValue("SELECT @@global." + variable).orElseThrow();
  }

  private static void fill(SandboxServer source) {
    source.execute(
        "CREATE DATABASE d", "CREATE TABLE d.t (id INT AUTO_INCREMENT PRIMARY KEY, b LONGBLOB)");
    for (int i = 0; i <= DISK_MEBIBYTES; i++) {
      source.execute("INSERT INTO d.t (b) VALUES (REPEAT('x', 1048576))");
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
