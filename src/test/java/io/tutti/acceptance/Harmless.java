package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;

/** What happens to a cluster that looks like a dead source, and is none. */
enum Harmless {
  /** Statements that take long, at the source. */
  SLOW_QUERIES {
    @Override
    void happenTo(Bed bed) throws SQLException {
      List<Connection> busy = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Connection connection = bed.source().connect(SandboxAccount.ADMIN, PATIENCE);
        busy.add(connection);
        threads.add(Thread.ofVirtual().start(() -> query(connection)));
      }
      lasts(LONGER_THAN_A_FAILOVER);
      for (Connection each : busy) {
        each.abort(Runnable::run);
      }
      threads.forEach(Harmless::join);
    }

    private void query(Connection connection) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT BENCHMARK(40000000, MD5('a'))");
      } catch (SQLException e) {
        // It was cut off.
      }
    }
  },

  /** FLUSH TABLES WITH READ LOCK at the source. */
  READ_LOCK {
    @Override
    void happenTo(Bed bed) throws SQLException {
      try (Connection client = bed.source().connect(SandboxAccount.ADMIN, PATIENCE);
          Statement statement = client.createStatement()) {
        statement.execute("FLUSH TABLES WITH READ LOCK");
        lasts(LONGER_THAN_A_FAILOVER);
        statement.execute("UNLOCK TABLES");
      }
    }
  },

  /** The source has no free connection, and the controller has lost those that it had. */
  NO_FREE_CONNECTION {
    @Override
    void happenTo(Bed bed) throws SQLException {
      List<Connection> clients = new ArrayList<>();
      try {
        clients.add(bed.source().connect(SandboxAccount.ADMIN, PATIENCE));
        try (Statement statement = clients.getFirst().createStatement()) {
          statement.execute("SET GLOBAL max_connections = 10");
          fill(bed, clients);
          kill(statement);
          lasts(LONGER_THAN_A_FAILOVER);
          statement.execute("SET GLOBAL max_connections = 151");
        }
      } finally {
        for (Connection each : clients) {
          each.close();
        }
      }
    }

    private void fill(Bed bed, List<Connection> clients) throws SQLException {
      try {
        while (clients.size() < 100) {
          clients.add(bed.source().connect(SandboxAccount.ADMIN, PATIENCE));
        }
      } catch (SQLException e) {
        Assertions.assertThat(e.getErrorCode()).isEqualTo(1040);
      }
    }

    private void kill(Statement statement) throws SQLException {
      List<Long> ids = new ArrayList<>();
      try (var rows =
          statement.executeQuery(
              "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = '%s'"
                  .formatted(WatcherAccount.USER))) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      for (long id : ids) {
        try {
          statement.execute("KILL " + id);
        } catch (SQLException e) {
          // It has ended by itself.
        }
      }
    }
  },

  /** The controller stands still. */
  CONTROLLER_PAUSED {
    @Override
    void happenTo(Bed bed) {
      bed.controller().freeze();
      lasts(LONGER_THAN_A_FAILOVER);
      bed.controller().thaw();
    }
  },

  /** The source stands still for less than it takes to find that out. */
  SOURCE_PAUSED {
    @Override
    void happenTo(Bed bed) {
      bed.source().freeze();
      lasts(Duration.ofMillis(2500));
      bed.source().thaw();
    }
  },

  /** Somebody ends the sessions of the controller at the source. */
  SESSIONS_ENDED {
    @Override
    void happenTo(Bed bed) {
      bed.source()
          .query(
              "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE USER = '%s'"
                  .formatted(WatcherAccount.USER))
          .forEach(row -> end(bed.source(), row.firstText("id")));
    }

    private void end(SandboxServer source, String id) {
      try {
        source.execute("KILL " + id);
      } catch (RuntimeException e) {
        // It has ended by itself.
      }
    }
  },

  /** A replica is shut down, and started again. */
  REPLICA_RESTARTED {
    @Override
    void happenTo(Bed bed) {
      bed.server(2).stop();
      bed.server(2).start();
    }
  },

  /** A replica is killed, and started again. */
  REPLICA_KILLED {
    @Override
    void happenTo(Bed bed) {
      bed.server(3).killHard();
      bed.server(3).start();
    }
  },

  /** The source is killed, and is back with all its commits before the controller looks. */
  RESTARTED_UNSEEN {
    @Override
    void happenTo(Bed bed) {
      bed.controller().freeze();
      bed.source().killHard();
      bed.source().start();
      bed.controller().thaw();
    }
  };

  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration LONGER_THAN_A_FAILOVER = Duration.ofSeconds(6);

  /** Until it is over. */
  abstract void happenTo(Bed bed) throws SQLException;

  private static void lasts(Duration time) {
    await().pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
  }

  private static void join(Thread thread) {
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
