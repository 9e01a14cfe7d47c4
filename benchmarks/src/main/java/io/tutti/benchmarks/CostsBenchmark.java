package io.tutti.benchmarks;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerRelease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What a transaction costs an applier without workers, by how many rows it changes; commits are not
 * synced. Predictions assume what comes out where nothing better is given.
 */
public final class CostsBenchmark {
  private static final List<Integer> ROWS = List.of(1, 10, 100, 1_000);
  private static final int ROUNDS = Repeats.of(5);

  /** Of each size: a second or two of work. */
  private static final int CHANGES = Repeats.isBrief() ? 2_000 : 40_000;

  private static final int TRANSACTIONS_MAX = Repeats.isBrief() ? 200 : 5_000;

  private final SandboxServer source;
  private final SandboxServer replica;
  private int ends;

  private CostsBenchmark(Sandbox sandbox) {
    this.source = sandbox.server(1);
    this.replica = sandbox.server(2);
  }

  /** No arguments. */
  static void main(String[] arguments) throws Exception {
    System.out.printf("%-44s %10s %10s %10s%n", "a transaction takes, us", "min", "median", "max");
    for (ServerRelease release :
        List.of(ServerRelease.MYSQL_8_0_15, ServerRelease.MARIADB_10_11_5)) {
      try (Sandbox sandbox =
          Sandbox.builder()
              .fastTimeouts()
              .release(release)
              .topology("1>2")
              .options(
                  "sync_binlog=0",
                  "innodb_flush_log_at_trx_commit=2",
                  "log_slave_updates=1",
                  "binlog_format=ROW")
              .start()) {
        new CostsBenchmark(sandbox).measure(release.toString());
      }
    }
  }

  private void measure(String release) throws SQLException, InterruptedException {
    prepare();
    List<Double> medians = new ArrayList<>();
    for (int rows : ROWS) {
      int count = Math.min(TRANSACTIONS_MAX, CHANGES / rows);
      List<Double> all = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        all.add(micros(rows, count));
      }
      all.sort(null);
      medians.add(all.get(all.size() / 2));
      System.out.printf(
          "%-44s %10.0f %10.0f %10.0f%n",
          "%s, of %,d rows".formatted(release, rows),
          all.getFirst(),
          medians.getLast(),
          all.getLast());
    }
    double row = (medians.getLast() - medians.getFirst()) / (ROWS.getLast() - 1);
    System.out.printf(
        "%s: %.1f us a row, %.0f us a transaction besides%n",
        release, row, medians.getFirst() - row);
  }

  private void prepare() {
    source.execute(
        "CREATE DATABASE c",
        "CREATE TABLE c.t (id INT PRIMARY KEY, n INT, filler VARCHAR(60)) ENGINE=InnoDB",
        "CREATE TABLE c.ends (id INT PRIMARY KEY) ENGINE=InnoDB",
        "INSERT INTO c.t VALUES "
            + String.join(
                ",",
                IntStream.rangeClosed(1, ROWS.getLast())
                    .mapToObj("(%d, 0, REPEAT('x', 60))"::formatted)
                    .toList()));
  }

  /** Of so many transactions, each; all were received before any is applied. */
  private double micros(int rows, int count) throws SQLException, InterruptedException {
    replica.execute("STOP SLAVE SQL_THREAD");
    int end = ++ends;
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < count; i++) {
        int from = 1 + i % (ROWS.getLast() / rows) * rows;
        statement.execute(
            "UPDATE c.t SET n = n + 1 WHERE id BETWEEN %d AND %d".formatted(from, from + rows - 1));
      }
      statement.execute("INSERT INTO c.ends VALUES (%d)".formatted(end));
    }
    awaitReceived();
    return seconds(end) * 1e6 / count;
  }

  private void awaitReceived() throws InterruptedException {
    var written = source.query("SHOW MASTER STATUS").getFirst();
    String place = written.firstText("File") + written.firstText("Position");
    while (true) {
      var status = replica.query("SHOW SLAVE STATUS").getFirst();
      if (place.equals(
          status.firstText("Master_Log_File") + status.firstText("Read_Master_Log_Pos"))) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private double seconds(int end) throws SQLException, InterruptedException {
    try (Connection connection = replica.connect();
        Statement statement = connection.createStatement()) {
      long begin = System.nanoTime();
      statement.execute("START SLAVE SQL_THREAD");
      while (!isThere(statement, end)) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  private static boolean isThere(Statement statement, int end) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("SELECT COUNT(*) FROM c.ends WHERE id = %d".formatted(end))) {
      rows.next();
      return rows.getInt(1) == 1;
    }
  }
}
