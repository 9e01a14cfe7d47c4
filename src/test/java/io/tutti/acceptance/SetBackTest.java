package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import tools.jackson.databind.JsonNode;

/**
 * An intermediate source that is restored to an older copy of itself, and fetches again what its
 * own source still has: it has lost nothing, though its replica was ahead of it.
 */
@Matrix
class SetBackTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS = 60;

  @ParameterizedTest
  @Releases(value = ServerRelease.MARIADB_10_11_5, thorough = ServerRelease.MYSQL_8_0_15)
  void whatItsOwnSourceHasIsNotLost(ServerRelease release) throws IOException {
    try (FenceBed bed =
        new FenceBed(
            Bed.of(release)
                .topology("1>2,2>3")
                .settings(Map.of("TUTTI_FENCE_AUTOMATIC", "LOSSY")))) {
      SandboxServer middle = bed.replica();
      SandboxServer last = bed.sandbox().server(3);
      bed.controller().awaitDiscovered(last.address(), middle.address());
      IncidentBed incidents = new IncidentBed(bed.controller(), middle);
      incidents.awaitAnotherSecond();
      Path copy = Files.createTempDirectory("tutti-set-back");
      middle.stop();
      copy(middle.dataDirectory(), copy);
      middle.start();
      incidents.settled(1);
      incidents.awaitAnotherSecond();

      for (int i = 0; i < ROWS; i++) {
        bed.source().execute("INSERT INTO d.t (v) VALUES (%d)".formatted(i));
      }
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(bed.rows(last))
                  .as("%s%n%s", ReplicaStatus.of(middle), ReplicaStatus.of(last))
                  .isEqualTo(ROWS));
      middle.stop();
      CacheFolder.deleteRecursively(middle.dataDirectory());
      copy(copy, middle.dataDirectory());
      middle.start();

      JsonNode incident = incidents.settled(2);
      assertThat(incident.at("/replicas/0/lostOnSource").asString())
          .as("%s", incident)
          .isEqualTo("none");
      assertThat(incident.at("/open").asBoolean()).as("%s", incident).isFalse();
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> List.of(bed.rows(middle), bed.rows(last)).equals(List.of(60L, 60L)));
      assertThat(bed.raisedByItself()).isEmpty();
      assertThat(incidents.findings()).doesNotContain("TRANSACTIONS_LOST_ON_SOURCE", "\"FENCED\"");
      CommandResult shown = bed.controller().tutti("crash", "show", incident.at("/id").asString());
      assertThat(shown.output()).doesNotContain("rebuild");
      CacheFolder.deleteRecursively(copy);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(from)) {
      all = files.sorted().toList();
    }
    for (Path file : all) {
      Path target = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
      } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.copy(file, target);
      }
    }
  }
}
