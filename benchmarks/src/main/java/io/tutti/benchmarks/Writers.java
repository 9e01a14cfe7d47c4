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
  private static final Duration PAUSE = Duration.ofMillis(2);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
  private static final SandboxAccount APPLICATION = new SandboxAccount("app", "app-Only-1");

  private final AtomicLong next = new AtomicLong();
  private final Map<Integer, List<Long>> acknowledged = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean goesOn = true;

  private Writers() {}

  /** Makes its table and its account, which reach the replicas. */
  static void prepare(SandboxServer source) {
    source.execute(
        "CREATE DATABASE w",
        "CREATE TABLE w.t (id BIGINT PRIMARY KEY)",
        "CREATE USER 'app'@'%' IDENTIFIED BY '" + APPLICATION.password() + "'",
        "GRANT SELECT, INSERT ON w.* TO 'app'@'%'");
  }

  static Writers start(List<SandboxServer> servers) {
    Writers writers = new Writers();
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
      if (!statement.getConnection().isValid(1)) {
        throw e;
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
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
