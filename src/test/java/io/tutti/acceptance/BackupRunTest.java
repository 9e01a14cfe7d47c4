package io.tutti.acceptance;

import static io.tutti.acceptance.BackupCalls.latest;
import static io.tutti.acceptance.BackupCalls.statements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.BackupCalls.Writer;
import io.tutti.acceptance.GapBed.Mode;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** {@code tutti backup run}: a program within a session. */
class BackupRunTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir private Path folder;

  /** A cron job that is killed, or a person who presses Ctrl-C. */
  @Matrix
  @Test
  void aRunThatIsAskedToEndEndsItsSession() throws IOException, InterruptedException {
    try (GapBed bed = GapBed.start(ServerRelease.MYSQL_5_7_22, Mode.POSITION)) {
      bed.write(6);
      Path begun = folder.resolve("begun");
      Process run =
          bed.controller()
              .command(
                  "backup",
                  "run",
                  bed.replica().address().toString(),
                  "--",
                  "sh",
                  "-c",
                  "touch " + begun + "; exec sleep 100")
              .redirectError(folder.resolve("errors").toFile())
              .start();
      await().atMost(PATIENCE).until(() -> Files.exists(begun));
      assertThat(latest(bed).at("/open").asBoolean()).isTrue();
      assertThat(bed.applierRuns()).isFalse();

      run.destroy();

      assertThat(run.waitFor()).isEqualTo(143);
      assertThat(latest(bed).at("/open").asBoolean()).isFalse();
      assertThat(bed.applierRuns()).isTrue();
    }
  }

  private static Path program(SandboxServer server, String name) throws IOException {
    return Path.of("/proc/" + server.pid() + "/exe").toRealPath().resolveSibling(name);
  }

  /** The cron line, with the real tool of the release. */
  @ParameterizedTest
  @Cases(
      value = "MARIADB_10_11_5, GTID, mariadb-dump, GTID",
      thorough = "MYSQL_5_6_14, POSITION, mysqldump, SOURCE_POSITION")
  void aToolRunsWithinASession(ServerRelease release, Mode mode, String tool, String by)
      throws IOException {
    try (GapBed bed = GapBed.start(release, mode);
        RestoredCopy copy = RestoredCopy.fresh(release, mode)) {
      bed.write(6);
      Path coordinates = folder.resolve("coordinates.json");
      Path dump = folder.resolve("dump.sql");
      String account =
          " --protocol=tcp --user=%s --password=%s "
              .formatted(SandboxAccount.ADMIN.user(), SandboxAccount.ADMIN.password());
      String command =
          program(bed.replica(), tool)
              + account
              + "--host=$TUTTI_BACKUP_HOST --port=$TUTTI_BACKUP_PORT --single-transaction"
              + " --databases gap_a gap_b gap_c > "
              + dump
              + "; code=$?; echo id=$TUTTI_BACKUP_ID at=$TUTTI_BACKUP_SOURCE_LOG_POS; exit $code";
      CommandResult run;
      try (Writer writer = new Writer(bed)) {
        run =
            bed.controller()
                .tuttiProcess(
                    "backup",
                    "run",
                    bed.source().address().toString(),
                    "--coordinates",
                    coordinates.toString(),
                    "--",
                    "sh",
                    "-c",
                    command);
      }
      assertThat(run.exitCode()).as("%s", run).isZero();
      JsonNode session = latest(bed);
      assertThat(run.output()).contains("id=" + session.at("/id").asString());
      assertThat(session.at("/open").asBoolean()).isFalse();
      assertThat(session.at("/because").asString()).contains("no replica is below it");
      assertThat(Files.readString(coordinates)).contains(session.at("/id").asString());
      assertThat(bed.applierRuns()).isTrue();

      copy.restoreDump(Files.readString(dump));
      copy.attach(statements(session, by));
      copy.awaitSameAs(bed.source());

      CommandResult failed =
          bed.controller()
              .tuttiProcess(
                  "backup", "run", bed.replica().address().toString(), "--", "sh", "-c", "exit 7");
      assertThat(failed.exitCode()).as("%s", failed).isEqualTo(7);
      assertThat(bed.applierRuns()).isTrue();

      // A trap: this option starts an applier that stood before.
      CommandResult trap =
          bed.controller()
              .tuttiProcess(
                  "backup",
                  "run",
                  bed.replica().address().toString(),
                  "--",
                  "sh",
                  "-c",
                  command.replace("--single-transaction", "--single-transaction --dump-slave=2"));
      assertThat(trap.exitCode()).as("%s", trap).isEqualTo(1);
      assertThat(trap.errors()).contains("was started by others");
    }
  }
}
