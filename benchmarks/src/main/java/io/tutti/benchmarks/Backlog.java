package io.tutti.benchmarks;

import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients that write until a replica has so much before it, and go on when it has applied nearly
 * all of that, or is held back: while it catches up, it has the machine for itself.
 */
final class Backlog implements AutoCloseable {
  private static final double FULL = 1.15;
  private static final double LOW = 0.15;
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** An applier that applied nothing for so many looks is held back. */
  private static final int STILL_LOOKS = 10;

  private static final Duration PAUSE = Duration.ofMillis(2);
  private static final Pattern LAST_NUMBER = Pattern.compile("(\\d+)\\s*$");

  private final SandboxServer source;
  private final SandboxServer replica;
  private final TunedLoad load;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean goesOn = true;
  private volatile boolean writes = true;

  private Backlog(SandboxServer source, SandboxServer replica, TunedLoad load) {
    this.source = source;
    this.replica = replica;
    this.load = load;
  }

  /** Makes the tables, and begins to write. */
  static Backlog start(
      SandboxServer source, SandboxServer replica, TunedLoad load, int transactions) {
    source.execute(load.preparation().toArray(String[]::new));
    Backlog backlog = new Backlog(source, replica, load);
    for (int i = 0; i < load.writers(); i++) {
      int writer = i;
      backlog.begin(() -> backlog.write(writer));
    }
    backlog.begin(() -> backlog.watch(transactions));
    return backlog;
  }

  /** Work of a thread. */
  private interface Work {
    void run() throws SQLException, InterruptedException;
  }

  private void begin(Work work) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name("backlog")
            .start(() -> {
              try {
                work.run();
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }));
  }

  private void write(int writer) throws SQLException, InterruptedException {
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      for (int number = 0; goesOn; ) {
        if (writes) {
          statement.executeUpdate(load.statement(writer, number++));
        } else {
          Thread.sleep(PAUSE);
        }
      }
    }
  }

  private void watch(int transactions) throws SQLException, InterruptedException {
    boolean isMariaDb = source.release().family() == ServerFamily.MARIADB;
    try (Connection above = source.connect();
        Statement written = above.createStatement();
        Connection below = replica.connect();
        Statement applied = below.createStatement()) {
      long before = -1;
      int still = 0;
      while (goesOn) {
        long has = last(applied, isMariaDb ? "gtid_slave_pos" : "gtid_executed");
        still = has == before ? still + 1 : 0;
        before = has;
        long waiting = last(written, isMariaDb ? "gtid_binlog_pos" : "gtid_executed") - has;
        boolean isHeldBack = still >= STILL_LOOKS;
        writes = waiting < (writes || isHeldBack ? FULL : LOW) * transactions;
        Thread.sleep(LOOK_EVERY);
      }
    }
  }

  /** There is one domain, or one server that writes: the last number of the set. */
  private static long last(Statement statement, String variable) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT @@global." + variable)) {
      rows.next();
      Matcher number = LAST_NUMBER.matcher(rows.getString(1));
      return number.find() ? Long.parseLong(number.group(1)) : 0;
    }
  }

  @Override
  public void close() {
    goesOn = false;
    for (Thread each : threads) {
      try {
        each.join(Duration.ofSeconds(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
