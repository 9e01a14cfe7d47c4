package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A client that writes one row after the other over one connection, as applications do: it tries
 * the same row again until it is acknowledged, and connects again only where its connection is
 * broken.
 */
final class PatientClient implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int DUPLICATE = 1062;

  /** Below are the rows that others write. */
  private static final long FIRST = 2_000_000;

  /**
   * One that was acknowledged.
   *
   * @param byPort which server took it
   */
  record Row(long id, int byPort, int attempts, long tookNanos) {}

  private final int port;
  private final AtomicBoolean goesOn = new AtomicBoolean(true);
  private final List<Row> rows = new CopyOnWriteArrayList<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("client").unstarted(this::run);

  private PatientClient(int port) {
    this.port = port;
  }

  /** Into {@code d.t}, by the account of {@link ApplicationWrites}. */
  static PatientClient start(int port) {
    PatientClient client = new PatientClient(port);
    client.thread.start();
    return client;
  }

  private void run() {
    long id = FIRST;
    int attempts = 0;
    long began = System.nanoTime();
    while (goesOn.get()) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        int server = server(statement);
        while (goesOn.get()) {
          attempts++;
          if (isWritten(statement, id)) {
            rows.add(new Row(id++, server, attempts, System.nanoTime() - began));
            attempts = 0;
            began = System.nanoTime();
          }
          pause();
        }
      } catch (SQLException e) {
        errors.add(String.valueOf(e.getMessage()));
        pause();
      }
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mariadb://127.0.0.1:%d/?sslMode=disable&connectTimeout=3000&socketTimeout=10000"
            .formatted(port),
        FenceBed.APPLICATION.user(),
        FenceBed.APPLICATION.password());
  }

  private static int server(Statement statement) throws SQLException {
    try (ResultSet port = statement.executeQuery("SELECT @@port")) {
      return port.next() ? port.getInt(1) : 0;
    }
  }

  /** One that is there already was written by an attempt whose answer was lost. */
  private boolean isWritten(Statement statement, long id) throws SQLException {
    try {
      return statement.executeUpdate("INSERT INTO d.t VALUES (" + id + ")") == 1;
    } catch (SQLException e) {
      if (e.getErrorCode() == DUPLICATE) {
        return true;
      }
      errors.add(String.valueOf(e.getMessage()));
      if (statement.getConnection().isClosed() || !statement.getConnection().isValid(1)) {
        throw e;
      }
      return false;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Until that server has acknowledged so many more. */
  void awaitMore(int server, int more) {
    long wanted = of(server) + more;
    await().atMost(PATIENCE).until(() -> of(server) >= wanted);
  }

  private long of(int server) {
    return rows.stream().filter(row -> row.byPort() == server).count();
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  List<Long> acknowledged() {
    return rows.stream().map(Row::id).toList();
  }

  /** What it was told, for whoever reads a failure. */
  List<String> errors() {
    return new ArrayList<>(errors);
  }

  void stop() throws InterruptedException {
    goesOn.set(false);
    thread.join(PATIENCE);
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }
}
