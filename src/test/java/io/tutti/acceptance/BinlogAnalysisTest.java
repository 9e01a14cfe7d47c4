package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.binlog.analysis.BinlogAnalyzer;
import io.tutti.binlog.analysis.BinlogReport;
import io.tutti.binlog.analysis.BinlogReport.Clock;
import io.tutti.binlog.analysis.BinlogReport.Share;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;

/** What is read of the binlogs of real servers is what their own tools and counters say. */
class BinlogAnalysisTest {
  private static final int PER_WRITER = 40;

  private static Sandbox start(ServerRelease release, String... options) {
    Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1").options(options).start();
    sandbox
        .server(1)
        .execute(
            "CREATE DATABASE d",
            "CREATE TABLE d.t (id INT PRIMARY KEY AUTO_INCREMENT, w INT, n INT) ENGINE=InnoDB");
    return sandbox;
  }

  private static Path nextLog(SandboxServer server) {
    server.execute("FLUSH LOGS");
    return Binlogs.newest(server);
  }

  private static BinlogReport analyze(Path... files) throws IOException {
    BinlogReport report = BinlogAnalyzer.analyze(List.of(files), true);
    assertThat(report.troubles()).isEmpty();
    return report;
  }

  private static void write(SandboxServer server, int writers) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        all.add(
            threads.submit(() -> {
              writeRows(server, number, 1 + PER_WRITER * 4 / writers);
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private static void writeRows(SandboxServer server, int writer, int times) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < times; i++) {
        statement.execute("INSERT INTO d.t (w, n) VALUES (%d, %d)".formatted(writer, i));
        if (i % 3 == 0) {
          statement.execute("UPDATE d.t SET n = n + 1 WHERE w = %d LIMIT 1".formatted(writer));
        }
      }
    }
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MYSQL_5_7_22,
      thorough = {ServerRelease.MYSQL_8_0_15, ServerRelease.MYSQL_9_7})
  void intervalsAreThoseOfMysqlbinlogAndAwk(ServerRelease release) throws Exception {
    try (Sandbox sandbox = start(release, "binlog_group_commit_sync_delay=2000")) {
      SandboxServer server = sandbox.server(1);
      List<Path> logs = new ArrayList<>();
      for (int writers : new int[] {1, 4, 32}) {
        logs.add(nextLog(server));
        write(server, writers);
      }
      if (release != ServerRelease.MYSQL_9_7) {
        server.execute(
            "SET GLOBAL transaction_write_set_extraction = XXHASH64",
            "SET GLOBAL binlog_transaction_dependency_tracking = WRITESET");
        logs.add(nextLog(server));
        write(server, 4);
      }
      nextLog(server);
      for (Path log : logs) {
        Clock clock = analyze(log).clock().orElseThrow();
        assertThat(Mysqlbinlog.intervals(log))
            .as("%s of %s", log, release)
            .isEqualTo(
                new Mysqlbinlog.Sums(
                    clock.transactions(), clock.sum(), clock.squares(), clock.amil()));
        assertThat(clock.transactions()).isGreaterThan(100);
      }
      assertThat(analyze(logs.get(2)).clock().orElseThrow().amil()).isGreaterThan(1.5);
    }
  }

  @ParameterizedTest
  @Releases(
      value = ServerRelease.MARIADB_10_11_5,
      thorough = {ServerRelease.MARIADB_10_1_8, ServerRelease.MARIADB_11_4_5})
  void groupCommitsAreThoseThatTheServerCounts(ServerRelease release) throws Exception {
    try (Sandbox sandbox =
        start(release, "binlog_commit_wait_count=4", "binlog_commit_wait_usec=5000")) {
      SandboxServer server = sandbox.server(1);
      Path log = nextLog(server);
      long commits = status(server, "Binlog_commits");
      long groups = status(server, "Binlog_group_commits");
      write(server, 16);
      commits = status(server, "Binlog_commits") - commits;
      groups = status(server, "Binlog_group_commits") - groups;
      nextLog(server);
      BinlogReport.Numbers read = analyze(log).groups().orElseThrow();
      assertThat(read.sum()).isEqualTo(commits);
      assertThat(read.count()).isEqualTo(groups);
      assertThat(read.mean()).isGreaterThan(1.5);
    }
  }

  private static long status(SandboxServer server, String name) {
    return Long.parseLong(
        server.query("SHOW GLOBAL STATUS LIKE '" + name + "'").getFirst().firstText("Value"));
  }

  @ParameterizedTest
  @Releases(
      value = {ServerRelease.MYSQL_9_7, ServerRelease.MARIADB_10_11_5},
      thorough = {
        ServerRelease.MYSQL_5_6_14, ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_8_0_15,
        ServerRelease.MARIADB_10_1_8, ServerRelease.MARIADB_10_2_11, ServerRelease.MARIADB_11_4_5
      })
  void everyKindOfTransactionIsCountedInBinlogsAndRelayLogs(ServerRelease release)
      throws Exception {
    try (Sandbox sandbox =
        Sandbox.builder().fastTimeouts().release(release).topology("1>2").start()) {
      SandboxServer server = sandbox.server(1);
      SandboxServer replica = sandbox.server(2);
      replica.execute(
          release.has(ServerFeature.SOURCE_REPLICA_TERMS)
              ? "STOP REPLICA SQL_THREAD"
              : "STOP SLAVE SQL_THREAD");
      Path log = nextLog(server);
      Kinds kinds = new Kinds();
      kinds.writeAll(server);
      nextLog(server);
      BinlogReport report = analyze(log);
      assertThat(report.totals().transactions()).isEqualTo(kinds.transactions());
      assertThat(report.totals().unfinished()).isZero();
      assertThat(report.barriers().ddl()).isEqualTo(4);
      assertThat(report.tables()).extracting(Share::name).contains("d.t", "e.u", "e (statements)");
      assertThat(report.totals().acrossSchemas()).isEqualTo(1);
      assertThat(report.totals().statements()).isEqualTo(1);
      assertThat(report.totals().packed()).isEqualTo(kinds.packed());
      assertThat(report.biggest().getFirst().tables()).containsExactly("d.t");
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertRelayed(replica, kinds.transactions()));
    }
  }

  private static void assertRelayed(SandboxServer replica, long transactions) throws IOException {
    try (Stream<Path> files = Files.list(replica.dataDirectory())) {
      BinlogReport relayed =
          analyze(
              files
                  .filter(file -> file.getFileName().toString().matches("relay[^.]*\\.\\d{6}"))
                  .sorted()
                  .toArray(Path[]::new));
      assertThat(relayed.totals().transactions()).isGreaterThanOrEqualTo(transactions);
      assertThat(relayed.totals().unfinished()).isZero();
      assertThat(relayed.tables()).extracting(Share::name).contains("d.t", "e.u");
    }
  }

  /** Transactions of each kind that a release writes, with what is to be found of them. */
  private static final class Kinds {
    private long transactions;
    private long packed;

    long transactions() {
      return transactions;
    }

    long packed() {
      return packed;
    }

    void writeAll(SandboxServer server) {
      ServerRelease release = server.release();
      boolean isMariaDb = release.family() == ServerFamily.MARIADB;
      List<String> all =
          new ArrayList<>(
              List.of(
                  "SET SESSION binlog_format = 'ROW'",
                  "CREATE DATABASE d",
                  "CREATE DATABASE e",
                  "CREATE TABLE d.t (id INT PRIMARY KEY, b MEDIUMTEXT) ENGINE=InnoDB",
                  "/* the last one */ CREATE TABLE e.u (id INT PRIMARY KEY) ENGINE=InnoDB",
                  "INSERT INTO d.t VALUES (1, 'a'), (2, 'b')",
                  "BEGIN",
                  "UPDATE d.t SET b = 'c' WHERE id = 1",
                  "INSERT INTO e.u VALUES (1)",
                  "COMMIT",
                  "BEGIN",
                  "INSERT INTO e.u VALUES (2)",
                  "SAVEPOINT x",
                  "DELETE FROM e.u WHERE id = 1",
                  "ROLLBACK TO SAVEPOINT x",
                  "COMMIT",
                  "INSERT INTO d.t VALUES (3, REPEAT('x', 400000))"));
      transactions = 4 + 1 + 1 + 1 + 1;
      all.addAll(List.of("XA START 'x'", "INSERT INTO e.u VALUES (3)", "XA END 'x'"));
      all.addAll(List.of("XA PREPARE 'x'", "XA COMMIT 'x'"));
      boolean isOneXa = Set.of("5.6.14", "10.1.8", "10.2.11").contains(release.version());
      transactions += isOneXa ? 1 : 2;
      all.addAll(
          List.of(
              "SET SESSION binlog_format = 'STATEMENT'",
              "USE e",
              "INSERT INTO e.u VALUES (4)",
              "SET SESSION binlog_format = 'ROW'"));
      transactions++;
      if (release == ServerRelease.MYSQL_9_7) {
        all.addAll(
            List.of(
                "SET SESSION binlog_transaction_compression = ON",
                "INSERT INTO d.t VALUES (4, REPEAT('y', 1000))",
                "SET gtid_next = 'AUTOMATIC:audit'",
                "DELETE FROM d.t WHERE id = 4",
                "SET gtid_next = 'AUTOMATIC'"));
        transactions += 2;
        packed = 2;
      }
      if (isMariaDb && release != ServerRelease.MARIADB_10_1_8) {
        all.addAll(
            List.of(
                "SET GLOBAL log_bin_compress = ON",
                "SET SESSION gtid_domain_id = 7",
                "INSERT INTO d.t VALUES (4, REPEAT('y', 1000))"));
        transactions++;
      }
      server.execute(all.toArray(String[]::new));
    }
  }
}
