package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

  /** Of those releases that the sandbox has with semi-sync. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_9_7", "MARIADB_10_11_5"})
  void ofOneThatWaitsForAcknowledgements(ServerRelease release) throws Exception {
    try (Bed bed = bed(Bed.of(release).semiSync(), "AUTO")) {
      bed.replica().stopReplication();
      Thread waits = Thread.ofVirtual().start(() -> bed.write(1));

      assertThat(awaitFound(bed, bed.source(), "SOURCE_WAITS_FOR_ACKS"))
          .contains("wait for 1 acknowledgement, and 0 semi-synchronous replicas are connected");
      assertThat(waits.isAlive()).as("a commit waits").isTrue();

      bed.replica().startReplication();
      waits.join(PATIENCE);
      assertThat(waits.isAlive()).as("a commit waits").isFalse();
      awaitGone(bed, bed.source(), "SOURCE_WAITS_FOR_ACKS");
      Checksums.awaitEqual(bed.source(), bed.replica(), "d.t");
      assertServedByTheSource(bed);
    }
  }

  /** No statement shows it: its commits hang, its readings are answered. */
  @ParameterizedTest
  @EnumSource(names = {"MYSQL_8_0_15", "MARIADB_10_11_5"})
  void ofOneWhoseBinlogsHaveNoRoomNothingIsConcluded(ServerRelease release) throws Exception {
    Path disk = Files.createTempDirectory("tutti-binlog");
    if (!run("mount", "-t", "tmpfs", "-o", "size=3m,mode=0777", "tmpfs", disk.toString())) {
      System.err.println("SourceFindingsTest: no tmpfs can be mounted here; nothing was tested");
      return;
    }
    try (Bed bed =
        bed(
            Bed.of(release).topology("1>2,1>3").options(1, "log_bin=" + disk.resolve("binlog")),
            "AUTO")) {
      Thread hangs = Thread.ofVirtual().start(() -> fill(bed.source()));
      await().atMost(PATIENCE).until(() -> bed.source().log().contains("Disk is full writing"));
      await()
          .during(Duration.ofSeconds(8))
          .atMost(PATIENCE)
          .until(() ->
              bed.findings().stream()
                  .noneMatch(code -> code.startsWith("SOURCE_") || code.equals("DISK_FULL")));
      assertThat(hangs.isAlive()).as("a commit hangs").isTrue();
      assertServedByTheSource(bed);

      assertThat(run("mount", "-o", "remount,size=100m", disk.toString())).isTrue();
      hangs.join(PATIENCE.plusSeconds(30));
      assertThat(hangs.isAlive()).as("a commit hangs").isFalse();
      Checksums.awaitEqual(bed.source(), bed.server(2), "d.big");
    } finally {
      run("umount", "-l", disk.toString());
      Files.deleteIfExists(disk);
    }
  }

  private static void fill(SandboxServer source) {
    try (Connection client = source.connect(SandboxAccount.ADMIN, PATIENCE.plusSeconds(30));
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
