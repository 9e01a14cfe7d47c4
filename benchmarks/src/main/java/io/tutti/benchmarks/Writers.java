package io.tutti.benchmarks;

import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An application that tries to write to each server all the time, and remembers when each row was
 * acknowledged by whom.
 */
final class Writers implements AutoCloseable {
  /** The class of SQL states that say that the connection is gone. */
  private static final String CONNECTION = "08";

  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
  private static final SandboxAccount APPLICATION = new SandboxAccount("app", "app-Only-1");

  private final AtomicLong next = new AtomicLong();
  private final Map<Integer, List<Long>> acknowledged = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Duration pause;
  private volatile boolean goesOn = true;

  private Writers(Duration pause) {
    this.pause = pause;
  }

  /** Makes its table and its account, which reach the replicas. */
  static void prepare(SandboxServer source) {
    source.execute(
        "CREATE DATABASE w",
        "CREATE TABLE w.t (id BIGINT PRIMARY KEY)",
        "CREATE USER 'app'@'%' IDENTIFIED BY '" + APPLICATION.password() + "'",
        "GRANT SELECT, INSERT ON w.* TO 'app'@'%'");
  }

  /**
   * @param pause between two writes to a server; with 2 ms three servers and the application use
   *     most of two cores (8.0.15)
   */
  static Writers start(List<SandboxServer> servers, Duration pause) {
    Writers writers = new Writers(pause);
    for (SandboxServer server : servers) {
      writers.acknowledged.put(server.node(), new CopyOnWriteArrayList<>());
      writers.threads.add(
          Thread.ofPlatform().daemon().name("writer").start(() -> writers.writeTo(server)));
    }
    return writers;
  }

  private void writeTo(SandboxServer server) {
    while (goesOn) {
      try (Connection connection = server.connect(APPLICATION, ANSWER_MAX);
          Statement statement = connection.createStatement()) {
        while (goesOn) {
          writeOnce(server, statement);
          pause();
        }
      } catch (SQLException e) {
        pause();
      }
    }
  }

  private void writeOnce(SandboxServer server, Statement statement) throws SQLException {
    try {
      statement.executeUpdate("INSERT INTO w.t VALUES (" + next.incrementAndGet() + ")");
      of(server).add(System.nanoTime());
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      if (state.startsWith(CONNECTION) || statement.getConnection().isClosed()) {
        throw e;
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Long> of(SandboxServer server) {
    return acknowledged.getOrDefault(server.node(), List.of());
  }

  /** Until a server has acknowledged a row after that moment; when that was. */
  long awaitFirst(SandboxServer server, long since) {
    while (true) {
      for (long each : of(server)) {
        if (each > since) {
          return each;
        }
      }
      pause();
    }
  }

  /** Until one of them has; when that was. */
  long awaitFirst(List<SandboxServer> servers, long since) {
    while (true) {
      for (SandboxServer server : servers) {
        if (of(server).stream().anyMatch(each -> each > since)) {
          return awaitFirst(server, since);
        }
      }
      pause();
    }
  }

  /** When it acknowledged the last one. */
  long last(SandboxServer server) {
    List<Long> all = of(server);
    return all.isEmpty() ? 0 : all.getLast();
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
