package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.SandboxServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An application that writes to each server of a cluster all the time, as far as that lets it, and
 * remembers each row that was acknowledged, by which server, and when.
 */
final class ApplicationWrites implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(4);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Below are the rows that others write. */
  private static final long FIRST = 1_000_000;

  /** One that was acknowledged. */
  record Row(long id, long began, long ended) {}

  private final AtomicLong next = new AtomicLong(FIRST);
  private final AtomicBoolean goesOn = new AtomicBoolean(true);
  private final AtomicBoolean isHeld = new AtomicBoolean();
  private final Map<Integer, List<Row>> rows = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();

  private ApplicationWrites() {}

  /** Into {@code d.t}, by the account of an application, which must be there. */
  static ApplicationWrites start(List<SandboxServer> servers) {
    ApplicationWrites writes = new ApplicationWrites();
    for (SandboxServer server : servers) {
      writes.rows.put(server.node(), new CopyOnWriteArrayList<>());
      writes.threads.add(
          Thread.ofPlatform().daemon().name("application").start(() -> writes.writeTo(server)));
    }
    return writes;
  }

  static void createAccount(SandboxServer source) {
    source.execute(
        "CREATE USER 'app'@'%' IDENTIFIED BY '" + FenceBed.APPLICATION.password() + "'",
        "GRANT SELECT, INSERT ON d.* TO 'app'@'%'");
  }

  private void writeTo(SandboxServer server) {
    while (goesOn.get()) {
      try (Connection connection = server.connect(FenceBed.APPLICATION, FenceBed.STATEMENT_MAX);
          Statement statement = connection.createStatement()) {
        for (String each : OddDefaults.USUAL) {
          statement.execute(each);
        }
        while (goesOn.get()) {
          if (!isHeld.get()) {
            writeOnce(server, statement);
          }
          pause();
        }
      } catch (SQLException e) {
        pause();
      }
    }
  }

  private void writeOnce(SandboxServer server, Statement statement) throws SQLException {
    long id = next.incrementAndGet();
    long began = System.nanoTime();
    try {
      statement.executeUpdate("INSERT INTO d.t VALUES (" + id + ")");
      of(server).add(new Row(id, began, System.nanoTime()));
    } catch (SQLException e) {
      if (statement.getConnection().isClosed() || !statement.getConnection().isValid(1)) {
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

  private List<Row> of(SandboxServer server) {
    return rows.getOrDefault(server.node(), List.of());
  }

  /** Until so many more rows were acknowledged by that server. */
  void awaitMore(SandboxServer server, int more) {
    int wanted = of(server).size() + more;
    await().atMost(PATIENCE).until(() -> of(server).size() >= wanted);
  }

  /** Whether it has acknowledged a row that was begun since. */
  boolean hasTaken(SandboxServer server, long since) {
    return of(server).stream().anyMatch(row -> row.began() > since);
  }

  /** Those that it acknowledged, the first one first. */
  List<Long> acknowledgedBy(SandboxServer server) {
    return of(server).stream().map(Row::id).toList();
  }

  /** All that were acknowledged. */
  SortedSet<Long> acknowledged() {
    SortedSet<Long> all = new TreeSet<>();
    rows.values().forEach(each -> each.forEach(row -> all.add(row.id())));
    return all;
  }

  /** Once one server has acknowledged a row, the other one takes none that is begun after. */
  void assertOneAfterTheOther(SandboxServer old, SandboxServer now, long since) {
    Optional<Row> first = of(now).stream().filter(row -> row.began() > since).findFirst();
    assertThat(first).as("a row that %s acknowledged", now.address()).isPresent();
    assertThat(of(old))
        .as("rows that %s took after the first one of %s", old.address(), now.address())
        .noneMatch(row -> row.began() > first.get().ended());
  }

  /** How many rows the one has taken that were begun when the other one had taken one. */
  long takenBeside(SandboxServer old, SandboxServer now, long since) {
    Row first = of(now).stream().filter(row -> row.began() > since).findFirst().orElseThrow();
    return of(old).stream().filter(row -> row.began() > first.ended()).count();
  }

  /** How long nobody could write, from the last row of the one to the first of the other. */
  Duration pause(SandboxServer old, SandboxServer now, long since) {
    long first =
        of(now).stream().filter(row -> row.began() > since).findFirst().orElseThrow().ended();
    long last =
        of(old).stream().mapToLong(Row::ended).filter(each -> each < first).max().orElse(since);
    return Duration.ofNanos(first - last);
  }

  /** Nothing more is written until {@link #release()}; what is on its way may still arrive. */
  void hold() {
    isHeld.set(true);
  }

  void release() {
    isHeld.set(false);
  }

  void stop() {
    goesOn.set(false);
    for (Thread each : threads) {
      try {
        each.join(PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    stop();
  }
}
