package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is found of a source that does not serve its clients as it should, on real servers: each
 * finding appears, says who reported what and when, and is gone with its cause. Nobody takes the
 * place of a source that is alive.
 */
@Matrix
class SourceFindingsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A server looks once a minute whether its disk has room. */
  private static final Duration LOOKS_AGAIN = Duration.ofSeconds(150);

  /** Commits that wait for longer are found to be stuck. */
  private static final Duration STUCK = Duration.ofSeconds(10);

  /** MySQL says over SQL that a disk is full from 8.0.22 on, MariaDB 11.4 does. */
  private static final Set<ServerRelease> SAYS_SO =
      Set.of(ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_11_4_5);

  /** Longer than a commit that waits for it is looked at. */
  private static final String[] WAIT_LONG = {
    "loose_rpl_semi_sync_master_timeout=60000", "loose_rpl_semi_sync_source_timeout=60000"
  };

  private static final String TIME = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}";

  private static Bed bed(BedBuilder builder, String policy) {
    Bed bed =
        builder
            .about(1)
            .durable()
            .mayAttach()
            .settings(
                Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "300ms", "TUTTI_FAILOVER_POLICY", policy))
            .start();
    bed.createTable();
    ApplicationWrites.createAccount(bed.source());
    bed.write(5);
    bed.awaitKnown();
    bed.sandbox().servers().stream()
        .filter(each -> each.node() != 1)
        .forEach(each -> Checksums.awaitEqual(bed.source(), each, "d.t"));
    return bed;
  }

  /** What is reported of a server, once it is; so many milliseconds it took. */
  private static String awaitFound(Bed bed, SandboxServer server, String code) {
    long from = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(evidence(bed, server, code)).isNotEmpty());
    String found = evidence(bed, server, code);
    System.out.printf(
        "%s: %s after %d ms: %s%n",
        server.release(), code, Duration.ofNanos(System.nanoTime() - from).toMillis(), found);
    assertThat(found).contains(server.address().toString()).containsPattern(TIME);
    return found;
  }

  private static void awaitGone(Bed bed, SandboxServer server, String code) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(bed.operations().findings(server.address())).doesNotContain(code));
  }

  private static String evidence(Bed bed, SandboxServer server, String code) {
    return bed.controller()
        .get("/findings")
        .body()
        .at("/items")
        .valueStream()
        .filter(each -> each.at("/subject").asString().startsWith(server.address().toString()))
        .filter(each -> each.at("/code").asString().equals(code))
        .map(each ->
            "%s, since %s".formatted(each.at("/evidence").asString(), each.at("/since").asString()))
        .collect(Collectors.joining("; "));
  }

  private static void assertServedByTheSource(Bed bed) {
    AutomaticFailoverTest.assertNothingWasDone(bed);
    for (SandboxServer each : bed.sandbox().servers()) {
      assertThat(ResolveBed.takesWrites(each)).as("%s", each).isEqualTo(each.node() == 1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void ofOneThatIsAlive(ServerRelease release) throws SQLException {
    try (Bed bed = bed(Bed.of(release).topology("1>2,1>3"), "AUTO")) {
      refusesWrites(bed);
      hasNoFreeConnection(bed);
      commitsWaitForALock(bed);
      assertServedByTheSource(bed);
    }
  }

  private static void refusesWrites(Bed bed) {
    bed.source().execute("SET GLOBAL read_only = ON");
    assertThat(awaitFound(bed, bed.source(), "SOURCE_READ_ONLY")).contains("takes no writes");

    bed.source().execute("SET GLOBAL read_only = OFF");
    awaitGone(bed, bed.source(), "SOURCE_READ_ONLY");
  }

  private static void hasNoFreeConnection(Bed bed) throws SQLException {
    bed.source().execute("SET GLOBAL max_connections = 12");
    List<Connection> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 12; i++) {
        clients.add(bed.source().connect(FenceBed.APPLICATION, PATIENCE));
      }
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).isEqualTo(1040);
    }
    assertThat(awaitFound(bed, bed.source(), "CONNECTIONS_EXHAUSTED")).contains("connect");

    for (Connection each : clients) {
      each.close();
    }
    awaitGone(bed, bed.source(), "CONNECTIONS_EXHAUSTED");
  }

  /** The server still says where its binlog ends. */
  private static void commitsWaitForALock(Bed bed) throws SQLException {
    try (Connection holder = bed.source().connect();
        Statement holding = holder.createStatement();
        Connection client = bed.source().connect(SandboxAccount.ADMIN, PATIENCE);
        Statement writing = client.createStatement()) {
      client.setAutoCommit(false);
      writing.execute("INSERT INTO d.t VALUES (1000)");
      holding.execute("FLUSH TABLES WITH READ LOCK");
      Thread commits = Thread.ofVirtual().start(() -> commit(client));
      assertNotStuck(bed);
      assertThat(commits.isAlive()).as("a commit waits").isTrue();
      holding.execute("UNLOCK TABLES");
      await().atMost(PATIENCE).until(() -> !commits.isAlive());
    }
  }

  private static void commit(Connection client) {
    try {
      client.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Nor is it for longer than it takes to be found. */
  private static void assertNotStuck(Bed bed) {
    await()
        .during(STUCK.plusSeconds(3))
        .atMost(PATIENCE)
        .until(() ->
            Collections.disjoint(bed.findings(), Set.of("COMMITS_STUCK", "BINLOG_DISK_FULL")));
  }

  /** Of those releases that the sandbox has with semi-sync. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_9_7", "MARIADB_10_11_5"})
  void ofOneThatWaitsForAcknowledgements(ServerRelease release) throws Exception {
    try (Bed bed = bed(Bed.of(release).semiSync().options(1, WAIT_LONG), "AUTO")) {
      bed.replica().stopReplication();
      Thread waits = Thread.ofVirtual().start(() -> bed.write(1));

      assertThat(awaitFound(bed, bed.source(), "SOURCE_WAITS_FOR_ACKS"))
          .contains("wait for 1 acknowledgement, and 0 semi-synchronous replicas are connected");
      assertNotStuck(bed);
      assertThat(waits.isAlive()).as("a commit waits").isTrue();

      bed.replica().startReplication();
      waits.join(PATIENCE);
      assertThat(waits.isAlive()).as("a commit waits").isFalse();
      awaitGone(bed, bed.source(), "SOURCE_WAITS_FOR_ACKS");
      Checksums.awaitEqual(bed.source(), bed.replica(), "d.t");
      assertServedByTheSource(bed);
    }
  }

  /** Neither 5.7.22, whose variables cannot be read, nor MariaDB 11.4.5 (docs/detection.md). */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void ofOneWhoseBinlogsHaveNoRoom(ServerRelease release) throws Exception {
    haveNoRoom(release, "1>2,1>3", 1);
  }

  /** An applier of MariaDB that waits for room shows another state than clients do. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MYSQL_9_7"})
  void ofAnIntermediateOneWhoseBinlogsHaveNoRoom(ServerRelease release) throws Exception {
    haveNoRoom(release, "1>2,2>3", 2);
  }

  private static void haveNoRoom(ServerRelease release, String topology, int node)
      throws Exception {
    Path disk = Files.createTempDirectory("tutti-binlog");
    if (!isMounted(disk, "size=3m")) {
      return;
    }
    try (Bed bed =
        bed(
            Bed.of(release).topology(topology).options(node, "log_bin=" + disk.resolve("binlog")),
            "AUTO")) {
      Thread writes = Thread.ofVirtual().start(() -> fill(bed.source()));
      SandboxServer full = bed.server(node);
      await().atMost(PATIENCE).until(() -> full.log().contains("Disk is full writing"));
      boolean isSaid = SAYS_SO.contains(release);
      String found = awaitFound(bed, full, isSaid ? "BINLOG_DISK_FULL" : "COMMITS_STUCK");
      assertThat(found).containsPattern("sessions? \\d+").contains("read at ");
      if (isSaid) {
        assertThat(found).containsIgnoringCase("free space");
        assertThat(bed.operations().findings(full.address())).doesNotContain("COMMITS_STUCK");
      }
      assertThat(writes.isAlive()).as("a commit waits").isEqualTo(node == 1);
      assertServedByTheSource(bed);

      assertThat(run("mount", "-o", "remount,size=100m", disk.toString())).isTrue();
      writes.join(LOOKS_AGAIN);
      assertThat(writes.isAlive()).as("a commit waits").isFalse();
      for (SandboxServer each : bed.sandbox().servers()) {
        Checksums.awaitEqual(LOOKS_AGAIN, bed.source(), each, "d.big");
      }
      awaitGone(bed, full, "BINLOG_DISK_FULL");
      awaitGone(bed, full, "COMMITS_STUCK");
      assertServedByTheSource(bed);
    } finally {
      run("umount", "-l", disk.toString());
      Files.deleteIfExists(disk);
    }
  }

  /**
   * Whoever reads the variables of 5.7.22 waits for room, too, and whoever logs in waits for them:
   * nobody is served, as by one that is frozen, and its place is taken.
   */
  @Test
  void ofOneWithoutRoomThatLetsNobodyIn() throws Exception {
    Path disk = Files.createTempDirectory("tutti-binlog");
    if (!isMounted(disk, "size=3m")) {
      return;
    }
    try (Bed bed =
        bed(
            Bed.of(ServerRelease.MYSQL_5_7_22)
                .topology("1>2,1>3")
                .options(1, "log_bin=" + disk.resolve("binlog")),
            "AUTO")) {
      Thread.ofVirtual().start(() -> fillUntilCutOff(bed.source()));
      awaitFound(bed, bed.source(), "SOURCE_FROZEN");
      List<SandboxServer> replicas = List.of(bed.server(2), bed.server(3));
      await().atMost(PATIENCE).until(() -> replicas.stream().anyMatch(ResolveBed::takesWrites));
      SandboxServer next =
          replicas.stream().filter(ResolveBed::takesWrites).findAny().orElseThrow();
      next.execute("INSERT INTO d.t (id) VALUES (1000)");

      assertThat(run("mount", "-o", "remount,size=100m", disk.toString())).isTrue();
      await()
          .atMost(LOOKS_AGAIN)
          .ignoreExceptions()
          .until(() -> !ResolveBed.takesWrites(bed.source()));
      for (SandboxServer each : replicas) {
        Checksums.awaitEqual(LOOKS_AGAIN, next, each, "d.t");
      }
      assertThat(replicas.stream().filter(ResolveBed::takesWrites)).containsExactly(next);
    } finally {
      run("umount", "-l", disk.toString());
      Files.deleteIfExists(disk);
    }
  }

  private static void fillUntilCutOff(SandboxServer source) {
    try {
      fill(source);
    } catch (AssertionError e) {
      // A fence ends its session.
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void ofOneThatSwitchedItsBinlogOff(ServerRelease release) throws Exception {
    Path disk = Files.createTempDirectory("tutti-binlog");
    if (!isMounted(disk, "size=20m,nr_inodes=10")) {
      return;
    }
    List<String> options = new ArrayList<>(List.of("log_bin=" + disk.resolve("binlog")));
    if (release.family() == ServerFamily.MYSQL) {
      options.add("binlog_error_action=IGNORE_ERROR");
    }
    try (Bed bed =
        bed(
            Bed.of(release).topology("1>2,1>3").options(1, options.toArray(String[]::new)),
            "PROPOSE")) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 20; i++) {
                  bed.source().execute("FLUSH BINARY LOGS");
                }
              })
          .hasMessageContaining("No space left");
      bed.write(1);
      assertThat(awaitFound(bed, bed.source(), "BINLOG_SWITCHED_OFF"))
          .contains("switched its binlog off");
      assertServedByTheSource(bed);

      assertThat(run("mount", "-o", "remount,nr_inodes=100", disk.toString())).isTrue();
      bed.source().restart();
      awaitGone(bed, bed.source(), "BINLOG_SWITCHED_OFF");
    } finally {
      run("umount", "-l", disk.toString());
      Files.deleteIfExists(disk);
    }
  }

  /** Whether there is a small disk now; nothing is tested without. */
  private static boolean isMounted(Path disk, String options) throws Exception {
    boolean isThere =
        run("mount", "-t", "tmpfs", "-o", options + ",mode=0777", "tmpfs", disk.toString());
    if (!isThere) {
      System.err.println("SourceFindingsTest: no tmpfs can be mounted here; nothing was tested");
      Files.deleteIfExists(disk);
    }
    return isThere;
  }

  private static void fill(SandboxServer source) {
    try (Connection client = source.connect(SandboxAccount.ADMIN, LOOKS_AGAIN);
        Statement statement = client.createStatement()) {
      statement.execute("CREATE TABLE d.big (id INT AUTO_INCREMENT PRIMARY KEY, b LONGBLOB)");
      for (int i = 0; i < 4; i++) {
        statement.execute("INSERT INTO d.big (b) VALUES (REPEAT('x', 1048576))");
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  /** By a controller that only proposes. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_5_7_22", "MYSQL_8_0_15", "MYSQL_9_7", "MARIADB_10_11_5"})
  void ofOneThatIsFrozenAndOfAnIntermediateOneThatIsDead(ServerRelease release) {
    try (Bed bed = bed(Bed.of(release).topology("1>2,2>3"), "PROPOSE")) {
      isFrozen(bed);
      isIntermediateAndDead(bed);
      assertServedByTheSource(bed);
    }
  }

  private static void isFrozen(Bed bed) {
    bed.source().freeze();
    assertThat(awaitFound(bed, bed.source(), "SOURCE_FROZEN"))
        .contains(
            "the server sends nothing", bed.server(2).address() + ": its receiver", "read at ");

    bed.source().thaw();
    awaitGone(bed, bed.source(), "SOURCE_FROZEN");
  }

  private static void isIntermediateAndDead(Bed bed) {
    bed.server(2).killHard();
    assertThat(awaitFound(bed, bed.server(2), "INTERMEDIATE_SOURCE_DEAD"))
        .contains("Its host refuses connections to its port", bed.server(3).address().toString());
    assertThat(bed.operations().findings(bed.source().address())).doesNotContain("SOURCE_DEAD");

    bed.server(2).start();
    awaitGone(bed, bed.server(2), "INTERMEDIATE_SOURCE_DEAD");
  }
}
