package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/** A program of the operator's is called around a fence of a real server, and may say no. */
@OwnProcess
class HooksTest {
  @TempDir private Path folder;
  private Path program;
  private Path said;

  @BeforeEach
  void writeProgram() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    said = folder.resolve("said");
    program = folder.resolve("hook");
    Files.writeString(
        program,
        """
        #!/bin/sh
        echo "$TUTTI_EVENT $TUTTI_HOST:$TUTTI_PORT $TUTTI_REPLICAS $TUTTI_SUCCEEDED" >>%s
        echo "told of $TUTTI_EVENT"
        test ! -e %s
        """
            .formatted(said, folder.resolve("no")));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void setUp(RunningController controller) throws IOException {
    Files.writeString(
        controller.home().resolve("tutti.yaml"),
        """
        tutti:
          hooks:
            vip:
              kind: command
              events: ["*"]
              command: ["%s"]
              policy: MAY_ABORT
        """
            .formatted(program));
    controller.killHardAndStartAgain();
  }

  private static String events(FenceBed bed, JsonNode operation) {
    return bed.controller().tutti("operations", "follow", operation.at("/id").asString()).output();
  }

  @ParameterizedTest
  @Releases(value = MYSQL_5_7_22, thorough = MARIADB_10_11_5)
  void aFenceCallsItsHooksAndOneThatMayAbortDoes(ServerRelease release) throws IOException {
    try (FenceBed bed = FenceBed.start(release, Map.of())) {
      setUp(bed.controller());
      bed.awaitKnown();
      String source = bed.source().address().toString();
      CommandResult tried =
          bed.controller().tutti("hooks", "test", "vip", "--event", "after-fence");
      assertThat(tried.output()).contains("told of after-fence", "The hook vip succeeded");
      Files.delete(said);

      CommandResult dry = bed.controller().tutti("fence", source, "--dry-run");
      assertThat(dry.output()).contains("the hook vip is called (MAY_ABORT", program.toString());
      assertThat(Files.exists(said)).isFalse();

      Files.createFile(folder.resolve("no"));
      JsonNode refused = bed.carryOut(":fence", "{}");
      assertThat(refused.at("/state").asString()).isEqualTo("FAILED");
      assertThat(refused.at("/reason").asString()).isEqualTo("HOOK_ABORTED");
      assertThat(FenceBed.isOpen(bed.source())).isTrue();

      Files.delete(folder.resolve("no"));
      JsonNode fenced = bed.carryOut(":fence", "{}");
      bed.succeeded(fenced);
      assertThat(FenceBed.isShut(bed.source())).isTrue();
      assertThat(events(bed, fenced)).contains("Hook vip (before-fence) succeeded", "told of");
      bed.succeeded(bed.carryOut(":unfence", "{}"));

      String about = " %s %s ".formatted(source, bed.replica().address());
      assertThat(Files.readAllLines(said))
          .isEqualTo(
              List.of(
                  "before-fence" + about,
                  "aborted-fence" + about + "false",
                  "before-fence" + about,
                  "after-fence" + about + "true",
                  "before-unfence" + about,
                  "after-unfence" + about + "true"));
    }
  }
}
