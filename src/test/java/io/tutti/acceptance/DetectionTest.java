package io.tutti.acceptance;

import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_11_5;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_10_1_8;
import static io.tutti.sandbox.release.ServerRelease.MARIADB_11_4_5;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_6_14;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_5_7_22;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_8_0_15;
import static io.tutti.sandbox.release.ServerRelease.MYSQL_9_7;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** What is concluded of a source that does not serve, and how soon, on real servers. */
class DetectionTest {
  /** No reading notices anything by itself: what is known sooner was reported by the connection. */
  private static final Map<String, String> SELDOM_READ =
      Map.of("TUTTI_DISCOVERY_POLL_INTERVAL", "60s");

  private static final String OF_SOURCES = "SOURCE_";

  private static Bed bed(ServerRelease release, Map<String, String> settings, String... options) {
    Bed bed =
        Bed.of(release).topology("1>2,1>3").options(options).about(1).settings(settings).start();
    bed.createTable();
    bed.write(5);
    bed.awaitKnown();
    Checksums.awaitEqual(bed.source(), bed.server(2), "d.t");
    Checksums.awaitEqual(bed.source(), bed.server(3), "d.t");
    return bed;
  }

  private static void awaitIdle(Bed bed, SandboxServer source) {
    // The watch of the source, its reading, and the connection that is idle.
    await().until(() -> sessions(source).size() >= 2);
    assertThat(bed.findings()).noneMatch(code -> code.startsWith(OF_SOURCES));
  }

  private static List<String> sessions(SandboxServer source) {
    return source
        .query(
            "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = '%s' AND COMMAND = 'Sleep'"
                .formatted(WatcherAccount.USER))
        .stream()
        .map(row -> row.firstText("id"))
        .toList();
  }

  private static long awaitFound(Bed bed, String code) {
    long from = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofSeconds(40))
        .until(() -> bed.findings().contains(code));
    return Duration.ofNanos(System.nanoTime() - from).toMillis();
  }

  private static String evidence(Bed bed) {
    return bed.controller().get("/findings").body().toString();
  }

  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {
        MYSQL_5_6_14,
        MYSQL_8_0_15,
        MYSQL_9_7,
        MARIADB_10_1_8,
        MARIADB_10_11_5,
        MARIADB_11_4_5
      })
  void aKilledSourceIsKnownAtOnceByItsIdleConnection(ServerRelease release) {
    try (Bed bed = bed(release, SELDOM_READ)) {
      awaitIdle(bed, bed.source());

      bed.source().killHard();
      long millis = awaitFound(bed, "SOURCE_DEAD");

      System.out.printf("%s: kill -9 to SOURCE_DEAD %d ms%n", release, millis);
      assertThat(millis).isLessThan(20_000);
      assertThat(evidence(bed))
          .contains("Its host refuses connections to its port")
          .contains("its receiver cannot connect since");
    }
  }

  @ParameterizedTest
  @Releases(
      value = MARIADB_10_11_5,
      thorough = {MYSQL_5_6_14, MYSQL_5_7_22, MYSQL_8_0_15, MYSQL_9_7, MARIADB_10_1_8})
  void aFrozenSourceIsKnownWhileReceiversSayThatTheyAreConnected(ServerRelease release) {
    try (Bed bed = bed(release, Map.of(), netTimeout(release) + "=60")) {
      long millis = freeze(bed);

      System.out.printf("%s: SIGSTOP to SOURCE_FROZEN %d ms%n", release, millis);
      assertThat(millis).isLessThan(20_000);
      assertThat(evidence(bed)).contains("its receiver is connected, and received nothing since");
      thaw(bed);
    }
  }

  /** They take it for lost after {@code slave_net_timeout}, 4 s here. */
  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_5_6_14, MYSQL_9_7, MARIADB_10_1_8, MARIADB_10_11_5})
  void aFrozenSourceIsNotDeadThoughItsReplicasHaveLostIt(ServerRelease release) {
    try (Bed bed = bed(release, Map.of())) {
      long millis = freeze(bed);
      System.out.printf("%s: SIGSTOP to SOURCE_FROZEN, replicas lose it: %d ms%n", release, millis);
      assertThat(millis).isLessThan(20_000);

      await()
          .until(() ->
              evidence(bed).split("its receiver cannot connect since", -1).length > 2
                  || bed.findings().contains("SOURCE_DEAD"));

      assertThat(bed.findings()).contains("SOURCE_FROZEN").doesNotContain("SOURCE_DEAD");
      thaw(bed);
    }
  }

  private static String netTimeout(ServerRelease release) {
    return release.has(ServerFeature.SOURCE_REPLICA_TERMS)
        ? "replica_net_timeout"
        : "slave_net_timeout";
  }

  private static long freeze(Bed bed) {
    awaitIdle(bed, bed.source());
    bed.source().freeze();
    return awaitFound(bed, "SOURCE_FROZEN");
  }

  private static void thaw(Bed bed) {
    bed.source().thaw();
    await().until(() -> bed.findings().stream().noneMatch(code -> code.startsWith(OF_SOURCES)));
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_8_0_15, MARIADB_10_11_5})
  void aSourceThatIsBusyOrShutOrFullIsNotDead(ServerRelease release) throws SQLException {
    try (Bed bed = bed(release, Map.of())) {
      awaitIdle(bed, bed.source());
      List<Connection> taken = new ArrayList<>();
      try (Connection locking = bed.source().connect();
          Statement statement = locking.createStatement()) {
        statement.execute("FLUSH TABLES WITH READ LOCK");
        bed.source().execute("SET GLOBAL max_connections = 10");
        sessions(bed.source()).forEach(id -> kill(bed.source(), id));
        for (int i = 0; i < 10; i++) {
          taken.add(bed.source().connect());
        }
      } catch (SQLException e) {
        assertThat(e.getErrorCode()).isEqualTo(1040);
      }

      await()
          .during(Duration.ofSeconds(8))
          .atMost(Duration.ofSeconds(20))
          .until(() -> bed.findings().stream().noneMatch(code -> code.startsWith(OF_SOURCES)));
      for (Connection each : taken) {
        each.close();
      }
    }
  }

  private static void kill(SandboxServer server, String session) {
    server.execute("KILL " + session);
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_8_0_15, MARIADB_10_11_5})
  void aSourceThatItsReplicasCannotReachIsNotDead(ServerRelease release) {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .proxiedLinks()
                .start();
        RunningController controller = RunningController.start(Map.of())) {
      WatcherAccount.createOnAll(sandbox);
      controller.awaitDiscovered(sandbox.server(1).address());
      controller.awaitDiscovered(sandbox.server(2).address());

      sandbox.link(1, 2).cut();

      await()
          .until(() -> controller.get("/findings").body().toString().contains("RECEIVER_FAILED"));
      assertThat(controller.instance(sandbox.server(1).address()).at("/problems").toString())
          .doesNotContain(OF_SOURCES);
    }
  }

  @Matrix
  @ParameterizedTest
  @Releases(
      value = MYSQL_5_7_22,
      thorough = {MYSQL_8_0_15, MARIADB_10_11_5})
  void aRestartIsOverForEverybodyAsSoonAsItAnswers(ServerRelease release) {
    try (Bed bed = bed(release, SELDOM_READ)) {
      awaitIdle(bed, bed.source());

      bed.source().restart();

      await().until(() -> bed.findings().stream().noneMatch(code -> code.startsWith(OF_SOURCES)));
      awaitIdle(bed, bed.source());
    }
  }
}
