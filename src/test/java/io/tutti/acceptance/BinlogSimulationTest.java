package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.binlog.file.BinlogFile;
import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.file.TransactionReader;
import io.tutti.binlog.simulate.Parents;
import io.tutti.binlog.simulate.Workload;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Releases;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;

/** What is worked out of a log of COMMIT_ORDER is what its server writes with WRITESET. */
class BinlogSimulationTest {
  private static final int STATEMENTS = 600;
  private static final int DEFAULT_HISTORY = 25_000;
  private static final int HISTORY = 40;

  /** Unique keys with NULL, texts, foreign keys, no key at all, updates of keys, DDL, many rows. */
  private static final List<String> TABLES =
      List.of(
          "DROP DATABASE IF EXISTS d",
          "CREATE DATABASE d",
          "CREATE TABLE d.t (id INT PRIMARY KEY, u INT UNIQUE, n INT)",
          "CREATE TABLE d.s (name VARCHAR(30) CHARACTER SET latin1 COLLATE latin1_bin PRIMARY KEY,"
              + " n INT)",
          "CREATE TABLE d.two (a INT, b BIGINT, n INT, PRIMARY KEY (b, a))",
          "CREATE TABLE d.keyless (n INT)",
          "CREATE TABLE d.parent (id INT PRIMARY KEY, n INT)",
          "CREATE TABLE d.child (id INT PRIMARY KEY AUTO_INCREMENT, p INT, FOREIGN KEY (p)"
              + " REFERENCES d.parent (id))");

  private static List<String> load() {
    Random random = new Random(18);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      all.add("INSERT INTO d.t VALUES (%d, %s, 0)".formatted(i, i % 5 == 0 ? "NULL" : i + 1_000));
      all.add("INSERT INTO d.s VALUES ('name %d', 0)".formatted(i));
      all.add("INSERT INTO d.two VALUES (%d, %d, 0)".formatted(i % 7, i));
    }
    for (int i = 0; i < 5; i++) {
      all.add("INSERT INTO d.parent VALUES (%d, 0)".formatted(i));
    }
    for (int i = 0; i < STATEMENTS; i++) {
      all.add(change(i, random));
    }
    return all;
  }

  private static String change(int number, Random random) {
    int row = random.nextInt(60);
    int other = random.nextInt(60);
    return switch (random.nextInt(40)) {
      case 0 -> "INSERT INTO d.keyless VALUES (%d)".formatted(row);
      case 1 -> "UPDATE d.parent SET n = n + 1 WHERE id = %d".formatted(row % 5);
      case 2 -> "ALTER TABLE d.t COMMENT '%d'".formatted(number);
      case 3 -> "UPDATE d.t SET n = n + 1 WHERE id BETWEEN %d AND %d".formatted(row, row + 20);
      case 4, 5, 6, 7, 8 -> "INSERT INTO d.child (p) VALUES (%d)".formatted(row % 5);
      case 9, 10, 11 -> "UPDATE d.t SET u = %d WHERE id = %d".formatted(2_000 + number, row);
      case 12, 13 -> "UPDATE d.t SET u = NULL WHERE id = %d".formatted(row);
      case 14, 15, 16, 17, 18, 19, 20 ->
          "UPDATE d.s SET n = n + 1 WHERE name IN ('name %d', 'name %d')".formatted(row, other);
      case 21, 22, 23, 24, 25 ->
          "UPDATE d.two SET n = n + 1 WHERE a = %d AND b = %d".formatted(row % 7, row);
      case 26 -> "DELETE FROM d.two WHERE b = %d".formatted(row);
      case 27 -> "REPLACE INTO d.two VALUES (%d, %d, 5)".formatted(other % 7, other);
      default -> "UPDATE d.t SET n = n + 1 WHERE id = %d".formatted(row);
    };
  }

  /** A log of the load, written with that tracking. */
  private static Path written(SandboxServer server, String tracking) throws SQLException {
    server.execute(TABLES.toArray(String[]::new));
    server.execute("SET GLOBAL binlog_transaction_dependency_tracking = " + tracking, "FLUSH LOGS");
    Path log = Binlogs.newest(server);
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String each : load()) {
        statement.execute(each);
      }
    }
    server.execute("FLUSH LOGS");
    return log;
  }

  private static TableKeys keys(SandboxServer server) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TableKeys.QUERY)) {
      while (rows.next()) {
        List<String> fields = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
          fields.add(rows.getString(i));
        }
        lines.add(String.join("\t", fields));
      }
    }
    return TableKeys.parse(lines);
  }

  /** The default, and on 5.7.22 one that is full again and again. */
  private static int[] histories(ServerRelease release) {
    return release == ServerRelease.MYSQL_5_7_22
        ? new int[] {DEFAULT_HISTORY, HISTORY}
        : new int[] {DEFAULT_HISTORY};
  }

  /** 5.7.22 keeps two hashes of each key, with its collation and without. */
  private static int keys(int history) {
    return history == HISTORY ? history / 2 : history;
  }

  private static List<Long> recorded(Path log) throws IOException {
    List<Long> all = new ArrayList<>();
    try (BinlogFile file = BinlogFile.open(log, true)) {
      TransactionReader reader = new TransactionReader(file);
      while (reader.next()) {
        assertThat(reader.transaction().head().sequenceNumber()).isEqualTo(all.size() + 1L);
        all.add(reader.transaction().head().lastCommitted());
      }
    }
    return all;
  }

  @ParameterizedTest
  @Releases(value = ServerRelease.MYSQL_5_7_22, thorough = ServerRelease.MYSQL_8_0_15)
  void writeSetsAreThoseThatTheServerWrites(ServerRelease release) throws Exception {
    try (Sandbox sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology("1")
            .options("transaction_write_set_extraction=XXHASH64")
            .start()) {
      SandboxServer server = sandbox.server(1);
      for (int history : histories(release)) {
        server.execute(
            "SET GLOBAL binlog_transaction_dependency_tracking = COMMIT_ORDER",
            "SET GLOBAL binlog_transaction_dependency_history_size = " + history);
        Path byOrder = written(server, "COMMIT_ORDER");
        Workload workload = WorkloadReader.read(List.of(byOrder), keys(server), 10_000);
        for (boolean isBySession : new boolean[] {false, true}) {
          Path log = written(server, isBySession ? "WRITESET_SESSION" : "WRITESET");
          assertThat(workload.unknown()).isEmpty();
          assertThat(workload.keyless()).containsExactly("d.keyless");
          List<Long> worked =
              Arrays.stream(Parents.ofWriteSets(workload, keys(history), isBySession))
                  .mapToObj(parent -> parent + 1L)
                  .toList();
          List<Long> wanted = recorded(log);
          assertThat(worked)
              .as("%s, history of %d, by session %s", release, history, isBySession)
              .isEqualTo(wanted);
          if (!isBySession && history > HISTORY) {
            assertThat(recorded(byOrder)).isNotEqualTo(wanted);
          }
        }
      }
    }
  }
}
