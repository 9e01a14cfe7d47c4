package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.acceptance.RunningController.CommandResult;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The smallest topology, after its source crashed and was left out: the only other server
 * replicates from nobody, and the old one is rebuilt from a dump of it, with the release's own
 * tool.
 */
@Matrix
class RebuildFromSourceTest {
  private static final Pattern BY_GTID =
      Pattern.compile("(?:gtid_slave_pos|GTID_PURGED)=(?:/\\*.*?\\*/ *)?'([^']+)'");
  private static final Pattern BY_PLACE = Pattern.compile("LOG_FILE='([^']+)', \\S+LOG_POS=(\\d+)");

  @TempDir Path folder;

  /** Its receivers and its tools ask for TLS, which the source does not offer. */
  @Test
  void ofMariaDb114BelowASourceWithoutTls() throws Exception {
    assertRebuilt(ServerRelease.MARIADB_11_4_5, true, ServerRelease.MARIADB_11_4_5);
  }

  /** Releases whose artifacts have no tools are dumped with an older one's. */
  @Matrix
  @ParameterizedTest
  @CsvSource({
    "MARIADB_10_11_5, true, MARIADB_10_11_5",
    "MYSQL_5_6_14, false, MYSQL_5_6_14",
    "MYSQL_5_6_14, true, MYSQL_5_6_14",
    "MYSQL_5_7_22, true, MYSQL_5_6_14",
    "MYSQL_5_7_22, false, MYSQL_5_6_14",
    "MARIADB_10_1_8, true, MARIADB_10_2_11"
  })
  void ofOtherReleases(ServerRelease release, boolean byGtid, ServerRelease tool) throws Exception {
    assertRebuilt(release, byGtid, tool);
  }

  private void assertRebuilt(ServerRelease release, boolean byGtid, ServerRelease tool)
      throws Exception {
    try (ResolveBed bed = ResolveBed.start(release, byGtid, "1>2", 1, Map.of())) {
      bed.awaitKnown();
      bed.write(bed.source(), 5);
      String incident = bed.crashIdle();
      bed.assertSucceeded(bed.begin(incident, ""));
      SandboxServer old = bed.lost();
      SandboxServer now = bed.successor(incident);

      CommandResult rebuild =
          bed.controller().tutti("crash", "rebuild", old.address().toString(), "--yes");
      assertThat(rebuild.exitCode()).as("%s", rebuild).isZero();
      String dryRun =
          bed.controller()
              .tutti("crash", "rebuild", old.address().toString(), "--dry-run")
              .output();
      assertThat(dryRun)
          .contains("dump -h 127.0.0.1 -P %d".formatted(now.address().port()))
          .contains("tutti crash rebuild %s --attach --at PLACE".formatted(old.address()));
      assertThat(bed.controller().tutti("crash", "show", incident).output())
          .contains("tutti crash rebuild %s --attach --at PLACE".formatted(old.address()));

      String dump = dump(now, dryRun, tool);
      bed.write(now, 3);
      String place = place(dump);
      assertRefused(bed, old, "nonsense", "is not a position to continue at");
      if (release == ServerRelease.MARIADB_11_4_5) {
        assertTlsIsKept(bed, old, now, place);
      }
      load(old, dump, byGtid && release.family() == ServerFamily.MYSQL);
      CommandResult attached =
          bed.controller()
              .tutti(
                  "crash", "rebuild", old.address().toString(), "--attach", "--at", place, "--yes");
      assertThat(attached.exitCode()).as("%s %s", place, attached).isZero();

      bed.write(now, 2);
      bed.awaitEqual(now, old, "d.t");
      assertThat(old.replication())
          .singleElement()
          .satisfies(channel -> assertThat(channel.source()).isEqualTo(now.address()));
      assertThat(bed.controller().get("/incidents/" + incident).body().at("/open").asBoolean())
          .isFalse();
      assertThat(ResolveBed.rows(old)).isEqualTo(bed.written());
    }
  }

  /** Somebody wants it to replicate over TLS. */
  private static void assertTlsIsKept(
      ResolveBed bed, SandboxServer old, SandboxServer now, String place) {
    old.execute(
        "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=%d, MASTER_SSL=1"
            .formatted(now.address().port()));
    assertRefused(
        bed, old, place, "it replicates over TLS, and %s offers none".formatted(now.address()));
    old.execute("RESET SLAVE ALL");
  }

  private static void assertRefused(ResolveBed bed, SandboxServer old, String place, String why) {
    Answer refused =
        bed.controller()
            .post(
                "/instances/%s:rebuild"
                    .formatted(RunningController.encoded(old.address().toString())),
                "{\"act\":\"ATTACH\",\"at\":\"%s\"}".formatted(place));
    assertThat(refused.text("/code")).as("%s", refused.body()).isEqualTo("REBUILD_NOT_SAFE");
    assertThat(refused.body().toString()).contains(why);
  }

  /**
   * The printed command; only of the databases of this test, and without asking for a password.
   * Tools that use TLS where there is any learns that there is none: older ones speak none that
   * newer servers do.
   */
  private String dump(SandboxServer server, String printed, ServerRelease tool) throws Exception {
    String command =
        printed
            .lines()
            .map(String::strip)
            .filter(line -> line.contains("dump -h "))
            .findFirst()
            .orElseThrow()
            .replace("> copy.sql", "")
            .replace("--all-databases", "--databases d")
            .replace(
                "-u USER -p ",
                "--protocol=tcp %s--user=%s --password=%s "
                    .formatted(
                        tool == ServerRelease.MARIADB_11_4_5 ? "" : "--skip-ssl ",
                        SandboxAccount.ADMIN.user(),
                        SandboxAccount.ADMIN.password()));
    Path file = folder.resolve("copy.sql");
    Path errors = folder.resolve("errors");
    String name = command.substring(0, command.indexOf(' '));
    Process run =
        new ProcessBuilder(
                "sh", "-c", program(server, name, tool) + command.substring(name.length()))
            .redirectOutput(file.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as("%s: %s", command, Files.readString(errors)).isZero();
    return Files.readString(file);
  }

  private static Path program(SandboxServer server, String name, ServerRelease tool)
      throws IOException {
    Path here = Path.of("/proc/" + server.pid() + "/exe").toRealPath();
    if (server.release() == tool) {
      return here.resolveSibling(name);
    }
    Path installed = here;
    while (!installed.endsWith("servers")) {
      installed = Objects.requireNonNull(installed.getParent());
    }
    try (Stream<Path> files = Files.walk(installed.resolve(tool.id()))) {
      return files.filter(each -> each.endsWith("bin/" + name)).findFirst().orElseThrow();
    }
  }

  private static String place(String dump) {
    Matcher gtids = BY_GTID.matcher(dump);
    if (gtids.find()) {
      return gtids.group(1).replaceAll("\\s", "");
    }
    Matcher place = BY_PLACE.matcher(dump);
    assertThat(place.find()).as(dump).isTrue();
    return place.group(1) + ":" + place.group(2);
  }

  /** As the printed commands do: nothing of it is logged. */
  private static void load(SandboxServer old, String dump, boolean countsGtids) throws Exception {
    try (Connection connection = old.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_log_bin = 0");
      if (FenceBed.shut(old.release()).containsKey("super_read_only")) {
        statement.execute("SET GLOBAL super_read_only = OFF");
      }
      if (countsGtids) {
        statement.execute("RESET MASTER");
      }
      statement.execute("DROP DATABASE d");
      for (String each :
          Arrays.stream(dump.replaceAll("(?m)^--.*$", "").split(";\\s*\n"))
              .map(String::strip)
              .filter(text -> !text.isEmpty())
              .toList()) {
        statement.execute(each);
      }
    }
  }
}
