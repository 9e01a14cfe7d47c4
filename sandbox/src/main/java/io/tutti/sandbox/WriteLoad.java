package io.tutti.sandbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A light, steady write load: transactions go round the schemas, each inserts a row or updates an
 * earlier one. It survives restarts of its server; what fails meanwhile is counted, not repeated.
 *
 * <p>Each schema has one table {@code writes (id bigint primary key, touched int, note
 * varchar(64))}.
 */
public final class WriteLoad implements AutoCloseable {

  private static final List<String> DEFAULT_SCHEMAS = List.of("load_a", "load_b");
  private static final Duration STATEMENT_TIME_MAX = Duration.ofSeconds(5);
  private static final Duration STOP_TIME_MAX = Duration.ofSeconds(10);

  /** Every so many transactions of a schema one updates; the others insert. */
  private static final int UPDATE_EVERY = 3;

  /**
   * What a load did.
   *
   * @param committed transactions that the server confirmed
   * @param failed transactions that it did not confirm; they may have been committed nevertheless
   */
  public record Counts(long committed, long failed) {}

  private final SandboxServer server;
  private final List<String> schemas;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("write-load").factory());
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private long round;
  private Optional<Connection> connection = Optional.empty();

  private WriteLoad(SandboxServer server, List<String> schemas) {
    this.server = server;
    this.schemas = schemas;
  }

  /**
   * Creates the schemas and begins to write.
   *
   * @param perSecond transactions per second, over all schemas; more than one connection can do is
   *     not made up for
   * @param schemas where to write; without any {@code load_a} and {@code load_b}
   * @throws SandboxException when the schemas cannot be created
   * @throws IllegalArgumentException when the rate is not above zero
   */
  public static WriteLoad start(SandboxServer server, double perSecond, String... schemas) {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("A load needs a rate above zero, not " + perSecond);
    }
    List<String> wanted = schemas.length == 0 ? DEFAULT_SCHEMAS : List.of(schemas);
    for (String schema : wanted) {
      server.execute(
          "CREATE DATABASE IF NOT EXISTS `%s`".formatted(schema),
          "CREATE TABLE IF NOT EXISTS `%s`.writes (id bigint PRIMARY KEY, touched int NOT NULL, note varchar(64)) ENGINE=InnoDB"
              .formatted(schema));
    }
    WriteLoad load = new WriteLoad(server, wanted);
    load.round = load.highestId();
    long periodNanos = Math.max(1, (long) (TimeUnit.SECONDS.toNanos(1) / perSecond));
    load.clock.scheduleWithFixedDelay(load::writeOnce, 0, periodNanos, TimeUnit.NANOSECONDS);
    return load;
  }

  private long highestId() {
    return schemas.stream()
        .map(schema -> server.queryValue("SELECT MAX(id) FROM `%s`.writes".formatted(schema)))
        .flatMap(Optional::stream)
        .mapToLong(Long::parseLong)
        .max()
        .orElse(0);
  }

  private void writeOnce() {
    round++;
    String schema = schemas.get((int) (round % schemas.size()));
    long turn = round / schemas.size();
    String sql =
        turn % UPDATE_EVERY == UPDATE_EVERY - 1
            ? "UPDATE `%s`.writes SET touched = touched + 1 ORDER BY id DESC LIMIT 1"
                .formatted(schema)
            : "INSERT INTO `%s`.writes VALUES (%d, 0, 'round %d')".formatted(schema, round, turn);
    try (Statement statement = connected().createStatement()) {
      statement.executeUpdate(sql);
      committed.incrementAndGet();
    } catch (SQLException e) {
      failed.incrementAndGet();
      disconnect();
    }
  }

  private Connection connected() throws SQLException {
    if (connection.isEmpty()) {
      connection = Optional.of(server.connect(SandboxAccount.ADMIN, STATEMENT_TIME_MAX));
    }
    return connection.get();
  }

  private void disconnect() {
    connection.ifPresent(open -> {
      try {
        open.close();
      } catch (SQLException broken) {
        // It is given up either way.
      }
    });
    connection = Optional.empty();
  }

  /** What was done so far. */
  public Counts counts() {
    return new Counts(committed.get(), failed.get());
  }

  /** Ends the load after the transaction in hand and shows what it did. May be called again. */
  public Counts stop() {
    clock.shutdown();
    try {
      if (!clock.awaitTermination(STOP_TIME_MAX.toSeconds(), TimeUnit.SECONDS)) {
        clock.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    disconnect();
    return counts();
  }

  @Override
  public void close() {
    stop();
  }
}
