package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.binlog.file.TableKeys;
import io.tutti.binlog.simulate.Facts;
import io.tutti.binlog.simulate.Scheme;
import io.tutti.binlog.simulate.Simulator;
import io.tutti.binlog.simulate.Workload;
import io.tutti.binlog.simulate.WorkloadReader;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is predicted for a replica is what it then needs. Its commits are delayed as those of a slow
 * disk are: the time that a commit takes counts for more than how busy this machine is.
 */
@Matrix
class BinlogPredictionTest {
  private static final int WRITERS = 8;
  private static final int PER_WRITER = 50;
  private static final int SOURCE_MICROS = 3_000;
  private static final int REPLICA_MICROS = 20_000;
  private static final List<Integer> WORKERS = List.of(0, 2, 4, 8, 16);

  /** Small transactions that wait for a delay hardly use any. */
  private static final int CORES = 64;

  /** A catch-up. */
  private record CaughtUp(int workers, double seconds, Path log) {}

  private static Sandbox start(ServerRelease release, Scheme scheme) {
    return Sandbox.builder()
        .release(release)
        .topology("1>2")
        .options(
            1,
            "binlog_format=ROW",
            "binlog_commit_wait_count=" + WRITERS,
            "binlog_commit_wait_usec=" + SOURCE_MICROS)
        .options(
            2,
            "log_slave_updates=1",
            "slave_parallel_mode=" + scheme.text(),
            "binlog_commit_wait_count=1000",
            "binlog_commit_wait_usec=" + REPLICA_MICROS)
        .start();
  }

  private static void write(SandboxServer source) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        all.add(
            threads.submit(() -> {
              update(source, number);
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  private static void update(SandboxServer source, int writer) throws SQLException {
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < PER_WRITER; i++) {
        statement.execute(
            "UPDATE d.t SET n = n + 1 WHERE id = %d".formatted(writer * PER_WRITER + i));
      }
    }
  }

  private static void setWorkers(SandboxServer replica, int workers) {
    replica.execute(
        "STOP SLAVE", "SET GLOBAL slave_parallel_threads = " + workers, "START SLAVE IO_THREAD");
  }

  private static CaughtUp catchUp(Sandbox sandbox, int workers) throws Exception {
    SandboxServer source = sandbox.server(1);
    SandboxServer replica = sandbox.server(2);
    setWorkers(replica, workers);
    source.execute("FLUSH LOGS");
    Path log = Binlogs.newest(source);
    write(source);
    source.execute("INSERT INTO d.done VALUES (%d)".formatted(workers), "FLUSH LOGS");
    String next = Binlogs.newest(source).getFileName().toString();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> status(replica).firstText("Master_Log_File").equals(next));
    long begin = System.nanoTime();
    replica.execute("START SLAVE SQL_THREAD");
    await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofSeconds(120))
        .until(() -> !replica.query("SELECT w FROM d.done WHERE w = " + workers).isEmpty());
    return new CaughtUp(workers, (System.nanoTime() - begin) / 1e9, log);
  }

  private static Row status(SandboxServer replica) {
    return replica.query("SHOW SLAVE STATUS").getFirst();
  }

  private static Workload workload(CaughtUp caughtUp) throws IOException {
    TableKeys keys = TableKeys.parse(List.of("d\tt\tPRIMARY\t1\t1", "d\tdone\tPRIMARY\t1\t1"));
    return WorkloadReader.read(List.of(caughtUp.log()), keys, 100_000);
  }

  private static double predicted(CaughtUp caughtUp, Scheme scheme, double serialRate)
      throws IOException {
    Facts facts =
        Facts.assumed()
            .withCommit(0, true)
            .withDelay(REPLICA_MICROS)
            .withCores(CORES)
            .withSerialRate(serialRate);
    return Simulator.simulate(
            workload(caughtUp), facts, List.of(scheme), List.of(caughtUp.workers()))
        .predictions()
        .getFirst()
        .best()
        .seconds();
  }

  @ParameterizedTest
  @CsvSource({"MARIADB_10_11_5, CONSERVATIVE", "MARIADB_10_11_5, OPTIMISTIC"})
  void aCatchUpTakesAsLongAsPredicted(ServerRelease release, Scheme scheme) throws Exception {
    try (Sandbox sandbox = start(release, scheme)) {
      SandboxServer source = sandbox.server(1);
      source.execute(
          "CREATE DATABASE d",
          "CREATE TABLE d.t (id INT PRIMARY KEY, n INT) ENGINE=InnoDB",
          "CREATE TABLE d.done (w INT PRIMARY KEY) ENGINE=InnoDB");
      List<String> rows = new ArrayList<>();
      for (int i = 0; i < WRITERS * PER_WRITER; i++) {
        rows.add("(%d, 0)".formatted(i));
      }
      source.execute("INSERT INTO d.t VALUES " + String.join(", ", rows));
      List<CaughtUp> all = new ArrayList<>();
      for (int workers : WORKERS) {
        all.add(catchUp(sandbox, workers));
      }
      double rate = workload(all.getFirst()).count() / all.getFirst().seconds();
      List<Double> errors = new ArrayList<>();
      for (CaughtUp each : all.subList(1, all.size())) {
        double predicted = predicted(each, scheme, rate);
        errors.add(Math.abs(predicted - each.seconds()) / each.seconds());
        System.out.printf(
            Locale.ROOT,
            "%s %s, %d workers: predicted %.2f s, measured %.2f s (without workers %.2f s)%n",
            release,
            scheme.text(),
            each.workers(),
            predicted,
            each.seconds(),
            all.getFirst().seconds());
      }
      errors.sort(null);
      assertThat((errors.get(1) + errors.get(2)) / 2)
          .as("the middle of the errors %s", errors)
          .isLessThan(0.15);
    }
  }
}
