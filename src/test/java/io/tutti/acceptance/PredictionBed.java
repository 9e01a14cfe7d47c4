package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Workload;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A source and a replica on which the same log is applied again and again, with other numbers of
 * workers. The replica's commits are delayed as those of a slow disk are.
 */
final class PredictionBed implements AutoCloseable {
  /** How long the source waits for a group. */
  private static final int SOURCE_MICROS = 10_000;

  private static final int COMMITS = 31;

  private static final String THREADS =
      "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'system user'";

  private static final String BLOCKED =
      THREADS + " AND STATE LIKE 'Waiting for table metadata lock%'";

  private final ServerRelease release;
  private final Scheme scheme;
  private final Sandbox sandbox;

  PredictionBed(ServerRelease release, Scheme scheme, int commitMicros) {
    this.release = release;
    this.scheme = scheme;
    this.sandbox =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .positionBased()
            .topology("1>2")
            .options(
                "sync_binlog=0",
                "innodb_flush_log_at_trx_commit=2",
                "binlog_format=" + (scheme == Scheme.DATABASE ? "STATEMENT" : "ROW"))
            .options(1, dependencies())
            .options(1, delay(SOURCE_MICROS, PredictionLoad.WRITERS))
            .options(2, delay(commitMicros, 1_000))
            .options(2, applier())
            .start();
  }

  private boolean isMariaDb() {
    return release.family() == ServerFamily.MARIADB;
  }

  private String[] delay(int micros, int count) {
    if (release == ServerRelease.MYSQL_5_6_14) {
      return new String[0];
    }
    return isMariaDb()
        ? new String[] {"binlog_commit_wait_count=" + count, "binlog_commit_wait_usec=" + micros}
        : new String[] {
          "binlog_group_commit_sync_delay=" + micros,
          "binlog_group_commit_sync_no_delay_count=" + (count < 100 ? count : 0)
        };
  }

  /** A release with the new terms knows no other dependencies than write sets. */
  private boolean hasNewTerms() {
    return release.has(ServerFeature.SOURCE_REPLICA_TERMS);
  }

  private String[] dependencies() {
    return scheme == Scheme.WRITESET_ORDERED && !hasNewTerms()
        ? new String[] {
          "transaction_write_set_extraction=XXHASH64",
          "binlog_transaction_dependency_tracking=WRITESET"
        }
        : new String[0];
  }

  private String[] applier() {
    if (isMariaDb()) {
      return new String[] {"log_slave_updates=1", "slave_parallel_mode=" + scheme.text()};
    }
    if (hasNewTerms()) {
      return new String[] {"replica_preserve_commit_order=1"};
    }
    return scheme == Scheme.DATABASE
        ? new String[] {"log_slave_updates=1"}
        : new String[] {
          "log_slave_updates=1",
          "slave_parallel_type=LOGICAL_CLOCK",
          "slave_preserve_commit_order=" + (scheme == Scheme.LOGICAL_CLOCK ? 0 : 1)
        };
  }

  private SandboxServer source() {
    return sandbox.server(1);
  }

  private SandboxServer replica() {
    return sandbox.server(2);
  }

  /** Writes a workload. */
  Path write(PredictionLoad load, int perWriter) throws Exception {
    stop();
    source().execute(load.preparation().toArray(String[]::new));
    source().execute("FLUSH LOGS");
    Path log = Binlogs.newest(source());
    try (ExecutorService threads = Executors.newFixedThreadPool(PredictionLoad.WRITERS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < PredictionLoad.WRITERS; i++) {
        int writer = i;
        all.add(
            threads.submit(() -> {
              run(source(), load, writer, perWriter);
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    source().execute(load.ends().toArray(String[]::new));
    source().execute("FLUSH LOGS");
    return log;
  }

  private static void run(SandboxServer source, PredictionLoad load, int writer, int count)
      throws SQLException {
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < count; i++) {
        for (String each : load.statements(writer, i)) {
          statement.execute(each);
        }
      }
    }
  }

  private void stop() {
    replica().execute("STOP " + word());
  }

  private String word() {
    return ReplicaStatus.word(release);
  }

  private String variable() {
    if (isMariaDb()) {
      return "slave_parallel_threads";
    }
    return hasNewTerms() ? "replica_parallel_workers" : "slave_parallel_workers";
  }

  private String fromTheBeginningOf(Path log) {
    String change =
        hasNewTerms()
            ? "CHANGE REPLICATION SOURCE TO SOURCE_LOG_FILE = '%s', SOURCE_LOG_POS = 4"
            : "CHANGE MASTER TO MASTER_LOG_FILE = '%s', MASTER_LOG_POS = 4";
    return change.formatted(log.getFileName());
  }

  /** Applies a log from its beginning, all of which the replica has; the seconds that took. */
  double catchUp(PredictionLoad load, Path log, int workers) throws SQLException {
    stop();
    List<String> fresh = new ArrayList<>(List.of("SET SESSION sql_log_bin = 0"));
    fresh.addAll(load.preparation());
    replica().execute(fresh.toArray(String[]::new));
    replica()
        .execute(
            "RESET " + word(),
            fromTheBeginningOf(log),
            "SET GLOBAL %s = %d".formatted(variable(), workers),
            "START %s IO_THREAD".formatted(word()));
    String newest = Binlogs.newest(source()).getFileName().toString();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ReplicaStatus.of(replica()).receivedFile().equals(newest));
    return held(load, workers);
  }

  /** How long a commit on the replica takes, as a client sees it: half of some take longer. */
  double commitMicros() throws SQLException {
    try (Connection connection = replica().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE IF NOT EXISTS measured");
      statement.execute("CREATE TABLE IF NOT EXISTS measured.c (n INT) ENGINE=InnoDB");
      List<Double> all = new ArrayList<>();
      for (int i = 0; i < COMMITS; i++) {
        long begin = System.nanoTime();
        statement.execute("INSERT INTO measured.c VALUES (%d)".formatted(i));
        all.add((System.nanoTime() - begin) / 1e3);
      }
      all.sort(null);
      return all.get(COMMITS / 2);
    }
  }

  /** All workers are there before the first transaction goes on: starting them is not applying. */
  private double held(PredictionLoad load, int workers) throws SQLException {
    try (Connection holder = replica().connect();
        Statement hold = holder.createStatement();
        Connection watcher = replica().connect();
        Statement watch = watcher.createStatement()) {
      hold.execute(load.lock());
      replica().execute("START %s SQL_THREAD".formatted(word()));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> number(watch, THREADS) >= (workers == 0 ? 2 : 2 + workers));
      await().atMost(Duration.ofSeconds(60)).until(() -> number(watch, BLOCKED) > 0);
      long begin = System.nanoTime();
      hold.execute("UNLOCK TABLES");
      await()
          .pollInterval(Duration.ofMillis(5))
          .atMost(Duration.ofSeconds(120))
          .until(() -> number(watch, load.countOfEnds()) == load.schemas());
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  private static int number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** The transactions of a log, with the keys of tables as the source has them. */
  Workload workload(Path log) throws IOException, SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = source().connect();
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
    return WorkloadReader.read(List.of(log), TableKeys.parse(lines), 100_000);
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
