package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.fixtures.WebhookReceiver;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A backup and reports that the controller makes by schedule, or at once. */
class BackupScheduleTest {
  private static final String SECRET = "of the reports alone";

  /** A report is due each minute, and may be a little late. */
  private static final Duration DUE_MAX = Duration.ofSeconds(100);

  @TempDir private Path folder;
  private final WebhookReceiver receiver = new WebhookReceiver();
  private Path program;

  @AfterEach
  void close() {
    receiver.close();
  }

  /** Writes its variables, and ends once it may, with the code that it reads. */
  @BeforeEach
  void write() throws IOException {
    program = folder.resolve("copy");
    Files.writeString(
        program,
        """
        #!/bin/sh
        env | grep '^TUTTI_BACKUP_' | sort > %1$s/part
        cat "$TUTTI_BACKUP_FILE" > %1$s/document
        mv %1$s/part %1$s/begun
        while [ ! -e %1$s/go ]; do sleep 0.1; done
        echo "copied to $1"
        exit $(cat %1$s/go)
        """
            .formatted(folder));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String settings(Bed bed) {
    return """
    tutti:
      backups:
        nightly:
          cron: "0 3 1 1 *"
          cluster: "%s"
          tags: ["backup=yes"]
          command: ["%s", "/backup"]
      reports:
        weekly:
          cron: "0 7 1 1 *"
          folder: "%s"
        often:
          cron: "* * * * *"
          url: "%s"
          secret: "%s"
    """
        .formatted(
            bed.source().address(), program, folder.resolve("reports"), receiver.address(), SECRET);
  }

  private static void runNow(Bed bed, String schedule) {
    CommandResult begun = bed.controller().tutti("schedules", "run-now", schedule);
    assertThat(begun.exitCode()).as("%s", begun).isZero();
  }

  private static boolean applies(SandboxServer server) {
    return server.replication().stream().allMatch(channel -> channel.applierState().equals("Yes"));
  }

  private List<JsonNode> noted(Bed bed) {
    return bed.controller()
        .get("/audit?limit=1000")
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/action").asString().equals("backup.window"))
        .filter(each -> each.at("/actor").asString().equals("schedule:backup/nightly"))
        .toList();
  }

  @OwnProcess
  @Matrix
  @Test
  void theTaggedReplicaIsCopiedWhileItsApplierIsStopped() throws IOException {
    try (Bed bed = Bed.of(ServerRelease.MYSQL_8_0_15).topology("1>2,1>3").start()) {
      bed.awaitKnown();
      bed.createTable();
      bed.write(5);
      Files.writeString(bed.controller().home().resolve("tutti.yaml"), settings(bed));
      bed.controller().killHardAndStartAgain();
      bed.awaitKnown();
      SandboxServer tagged = bed.server(3);
      CommandResult tag =
          bed.controller().tutti("tag", "set", tagged.address().toString(), "backup=yes");
      assertThat(tag.exitCode()).as("%s", tag).isZero();
      assertThat(bed.controller().tutti("schedules", "list").output())
          .contains("backup/nightly", "report/weekly", "report/often");

      runNow(bed, "backup/nightly");
      await().until(() -> Files.exists(folder.resolve("begun")));
      assertThat(applies(tagged)).isFalse();
      assertThat(applies(bed.server(2))).isTrue();
      assertThat(Files.readString(folder.resolve("begun")))
          .contains("TUTTI_BACKUP_INSTANCE=" + tagged.address(), "TUTTI_BACKUP_GTID_EXECUTED=")
          .contains("TUTTI_BACKUP_SOURCE_PORT=" + bed.source().address().port());
      assertThat(Files.readString(folder.resolve("document")))
          .contains("\"instance\":\"" + tagged.address() + "\"");
      runNow(bed, "backup/nightly");
      await()
          .until(() -> noted(bed).stream().anyMatch(each -> each.toString().contains("not ended")));

      Files.writeString(folder.resolve("go"), "0");
      await().until(() -> noted(bed).toString().contains("Copied in the session "));
      assertThat(applies(tagged)).isTrue();
      assertThat(bed.controller().tutti("backup", "list", tagged.address().toString()).output())
          .doesNotContain("open, ends by itself");

      Files.delete(folder.resolve("begun"));
      Files.writeString(folder.resolve("go"), "3");
      runNow(bed, "backup/nightly");
      await().until(() -> noted(bed).toString().contains("It ended with 3. It printed: copied to"));
      assertThat(applies(tagged)).isTrue();

      runNow(bed, "report/weekly");
      assertReported(bed);
      assertSent(bed);
    }
  }

  private List<JsonNode> sent() {
    assertThat(receiver.received()).allMatch(each -> each.isSignedWith(SECRET));
    return receiver.received().stream()
        .map(each -> JsonMapper.shared().readTree(each.body()))
        .toList();
  }

  /** By its time, and at once when somebody asks for it. */
  private void assertSent(Bed bed) {
    await().atMost(DUE_MAX).until(() -> !sent().isEmpty());
    int before = sent().size();
    runNow(bed, "report/often");
    await().until(() -> sent().size() > before);

    JsonNode message = sent().getLast();
    assertThat(message.at("/type").asString()).isEqualTo("fleet.report");
    assertThat(message.at("/report/name").asString()).isEqualTo("often");
    assertThat(
            message
                .at("/report/servers")
                .valueStream()
                .map(each -> each.at("/address").asString() + " " + each.at("/role").asString()))
        .containsExactlyInAnyOrder(
            bed.source().address() + " SOURCE",
            bed.server(2).address() + " REPLICA",
            bed.server(3).address() + " REPLICA");
    assertThat(sent().stream().map(each -> each.at("/id").asString())).doesNotHaveDuplicates();
  }

  private void assertReported(Bed bed) throws IOException {
    Path reports = folder.resolve("reports");
    await()
        .until(() -> {
          try (Stream<Path> files =
              Files.exists(reports) ? Files.list(reports) : Stream.<Path>empty()) {
            return files.anyMatch(file -> file.toString().endsWith(".md"));
          }
        });
    try (Stream<Path> files = Files.list(reports)) {
      Path report = files.filter(file -> file.toString().endsWith(".md")).findFirst().orElseThrow();
      assertThat(Files.readString(report))
          .contains(
              "3 servers; ", "| " + bed.source().address() + " | ", "| source |", "## Rollouts");
    }
  }
}
