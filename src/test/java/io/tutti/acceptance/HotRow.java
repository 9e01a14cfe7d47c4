package io.tutti.acceptance;

import io.tutti.sandbox.SandboxServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Several sessions, whose transactions change the same row last. Those of every third session are
 * long before that, so that one behind them comes to the row first, and has to give way where
 * appliers are optimistic.
 */
final class HotRow implements AutoCloseable {
  /** What it writes to. */
  static final String[] TABLES = {"hot.one", "hot.many"};

  private static final int SESSIONS = 6;
  private final List<Thread> sessions = new ArrayList<>();
  private volatile boolean isOver;

  private HotRow() {}

  /**
   * @param rows of the long transactions
   * @param pause of each session after each transaction
   */
  static HotRow start(SandboxServer source, int rows, Duration pause) {
    source.execute(
        "CREATE DATABASE hot",
        "CREATE TABLE hot.one (id int PRIMARY KEY, n bigint NOT NULL) ENGINE=InnoDB",
        "INSERT INTO hot.one VALUES (1, 0)",
        "CREATE TABLE hot.many (id bigint AUTO_INCREMENT PRIMARY KEY, note char(40))"
            + " ENGINE=InnoDB");
    HotRow load = new HotRow();
    for (int i = 0; i < SESSIONS; i++) {
      int own = i % 3 == 0 ? rows : 1;
      load.sessions.add(
          Thread.ofPlatform()
              .daemon()
              .name("hot-row-" + i)
              .start(() -> load.write(source, own, pause)));
    }
    return load;
  }

  private void write(SandboxServer source, int rows, Duration pause) {
    String values = String.join(",", Collections.nCopies(rows, "('a')"));
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      while (!isOver) {
        statement.execute("INSERT INTO hot.many (note) VALUES " + values);
        statement.execute("UPDATE hot.one SET n = n + 1 WHERE id = 1");
        connection.commit();
        Thread.sleep(pause);
      }
    } catch (SQLException e) {
      if (!isOver) {
        throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends the load; what is in hand is committed, or is not, when this returns. May be called again.
   */
  @Override
  public void close() {
    isOver = true;
    for (Thread session : sessions) {
      try {
        session.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
