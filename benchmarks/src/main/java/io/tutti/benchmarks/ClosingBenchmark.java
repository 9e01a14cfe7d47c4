package io.tutti.benchmarks;

import io.tutti.api.OperationView;
import io.tutti.cli.demo.ControllerProcess;
import io.tutti.cli.session.ControllerClient;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long the closing of a gap takes that a killed replica was left with: by an operation from the
 * asking to its end, and by the server's own statements from a connection that is open already.
 * Both take turns on the same replica, each with a gap of its own.
 */
public final class ClosingBenchmark {
  private static final String PASSWORD = "watch-Only-1";
  private static final int ROUNDS = Repeats.of(5);

  /** Of which every second is left out. */
  private static final int TRANSACTIONS = 200;

  private int nextRow = 1;

  private ClosingBenchmark() {}

  /** No arguments. */
  static void main(String[] arguments) throws Exception {
    System.out.printf("%-44s %10s %10s %10s%n", "a gap is closed, ms", "min", "median", "max");
    for (ServerRelease release : List.of(ServerRelease.MYSQL_5_7_22, ServerRelease.MYSQL_8_0_15)) {
      new ClosingBenchmark().measure(release);
    }
  }

  private void measure(ServerRelease release) throws SQLException, InterruptedException {
    try (Sandbox sandbox =
            Sandbox.builder()
                .fastTimeouts()
                .release(release)
                .topology("1>2")
                .positionBased()
                .options(
                    2,
                    "slave_parallel_workers=4",
                    "skip_slave_start",
                    "sync_master_info=1",
                    "relay_log_recovery=0",
                    "innodb_lock_wait_timeout=600")
                .start();
        ControllerProcess controller = start(sandbox)) {
      SandboxServer source = sandbox.server(1);
      SandboxServer replica = sandbox.server(2);
      for (String schema : List.of("a", "b")) {
        source.execute(
            "CREATE DATABASE " + schema, "CREATE TABLE " + schema + ".t (id INT PRIMARY KEY)");
      }
      ControllerClient client = controller.awaitReady();
      Discoveries.discover(client, replica);
      List<Long> ours = new ArrayList<>();
      List<Long> bare = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        makeGap(source, replica);
        ours.add(byUs(client, replica));
        replica.startReplication();
        makeGap(source, replica);
        bare.add(byHand(replica));
        replica.startReplication();
      }
      print(release + ", by an operation", ours);
      print(release + ", by the bare statements", bare);
    }
  }

  private static ControllerProcess start(Sandbox sandbox) {
    sandbox
        .servers()
        .forEach(server ->
            server.execute(
                "SET SESSION sql_log_bin=0",
                "CREATE USER 'watcher'@'%' IDENTIFIED BY '" + PASSWORD + "'",
                "GRANT ALL ON *.* TO 'watcher'@'%'"));
    return ControllerProcess.start(
        Path.of(System.getProperty("tutti.distribution", "distribution/target/tutti")),
        Map.of("TUTTI_TARGET_USER", "watcher", "TUTTI_TARGET_PASSWORD", PASSWORD));
  }

  private void makeGap(SandboxServer source, SandboxServer replica)
      throws SQLException, InterruptedException {
    int first = nextRow;
    nextRow += TRANSACTIONS;
    awaitCount(replica, "a", (first - 1) / 2);
    try (Connection lock = replica.connect();
        Statement statement = lock.createStatement()) {
      lock.setAutoCommit(false);
      statement.execute("INSERT INTO a.t VALUES (" + first + ")");
      for (int row = first; row < nextRow; row++) {
        source.execute("INSERT INTO %s.t VALUES (%d)".formatted(row % 2 == 1 ? "a" : "b", row));
      }
      awaitCount(replica, "b", (nextRow - 1) / 2);
      replica.killHard();
    }
    replica.start();
  }

  private static void awaitCount(SandboxServer server, String schema, int count)
      throws InterruptedException {
    while (!counts(server, schema).equals("" + count)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Not there yet counts as none. */
  private static String counts(SandboxServer server, String schema) {
    boolean isThere = server.queryValue("SHOW DATABASES LIKE '" + schema + "'").isPresent();
    return isThere && server.queryValue("SHOW TABLES FROM " + schema).isPresent()
        ? server.queryValue("SELECT COUNT(*) FROM " + schema + ".t").orElseThrow()
        : "0";
  }

  private static long byUs(ControllerClient client, SandboxServer replica) {
    long begin = System.nanoTime();
    String id =
        client
            .post(ControllerClient.path("/instances/{}/gaps:close", replica.address().toString()))
            .as(OperationView.class)
            .id();
    client.follow(id, 1, event -> {});
    return Duration.ofNanos(System.nanoTime() - begin).toMillis();
  }

  private long byHand(SandboxServer replica) throws SQLException, InterruptedException {
    try (Connection connection = replica.connect();
        Statement statement = connection.createStatement()) {
      long begin = System.nanoTime();
      statement.execute("START SLAVE SQL_THREAD UNTIL SQL_AFTER_MTS_GAPS");
      awaitCount(replica, "a", (nextRow - 1) / 2);
      statement.execute("STOP SLAVE SQL_THREAD");
      return Duration.ofNanos(System.nanoTime() - begin).toMillis();
    }
  }

  private static void print(String figure, List<Long> values) {
    List<Long> sorted = values.stream().sorted().toList();
    System.out.printf(
        "%-44s %10d %10d %10d%n",
        figure, sorted.getFirst(), sorted.get(sorted.size() / 2), sorted.getLast());
  }
}
