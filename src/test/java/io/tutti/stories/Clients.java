package io.tutti.stories;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.stories.Act.Pace;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Applications that write to one server, and remember what it acknowledged. */
final class Clients implements AutoCloseable {
  static final SandboxAccount ACCOUNT = new SandboxAccount("app", "app-Only-1");

  private static final int COUNT = 2;
  private static final Duration STATEMENT_MAX = Duration.ofMillis(1500);
  private static final long STEADY_MILLIS = 40;
  private static final long QUIET_MILLIS = 20;

  /**
   * All together some hundreds of transactions a second: enough that each crash meets commits, and
   * a fraction of the CPU that they take without a pause.
   */
  private static final long HAMMER_MILLIS = 8;

  /** Of so many transactions one counts, and another one writes to two schemas. */
  private static final int ROUND = 8;

  /**
   * A row that a server confirmed.
   *
   * @param began when its transaction was begun
   * @param confirmed when the client knew of its commit
   */
  record Ack(long tag, int node, Instant began, Instant confirmed) {}

  private final Sandbox sandbox;
  private final boolean domains;
  private final AtomicLong tags = new AtomicLong();
  private final Queue<Ack> acks = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(COUNT);
  private volatile Pace pace = Pace.QUIET;
  private volatile int node = 1;

  Clients(Sandbox sandbox, boolean domains) {
    this.sandbox = sandbox;
    this.domains = domains;
    for (int i = 0; i < COUNT; i++) {
      Session session = new Session(i);
      clock.schedule(session::turn, 0, TimeUnit.MILLISECONDS);
    }
  }

  void write(Pace wanted) {
    pace = wanted;
  }

  /** They turn to another server. */
  void turnTo(int other) {
    node = other;
  }

  List<Ack> acks() {
    return List.copyOf(acks);
  }

  Set<Long> acked(int byNode, Instant before) {
    return acks.stream()
        .filter(ack -> ack.node() == byNode && ack.confirmed().isBefore(before))
        .map(Ack::tag)
        .collect(Collectors.toSet());
  }

  long newTag() {
    return tags.incrementAndGet();
  }

  @Override
  public void close() {
    clock.shutdown();
    try {
      if (!clock.awaitTermination(5, TimeUnit.SECONDS)) {
        clock.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Session {
    private Optional<Connection> open = Optional.empty();
    private int openTo;
    private int turns;

    Session(int number) {
      turns = number;
    }

    void turn() {
      Pace now = pace;
      if (now != Pace.QUIET) {
        try {
          write();
        } catch (SQLException e) {
          disconnect();
        }
      }
      if (!clock.isShutdown()) {
        long millis =
            switch (now) {
              case QUIET -> QUIET_MILLIS;
              case STEADY -> STEADY_MILLIS;
              case HAMMER -> HAMMER_MILLIS;
            };
        clock.schedule(this::turn, millis, TimeUnit.MILLISECONDS);
      } else {
        disconnect();
      }
    }

    private void write() throws SQLException {
      int to = node;
      if (to != openTo) {
        disconnect();
      }
      Connection connection = connected(to);
      turns++;
      int schema = turns % Tables.SCHEMAS;
      Instant began = Instant.now();
      List<Long> written = new ArrayList<>();
      try (Statement statement = connection.createStatement()) {
        if (domains) {
          statement.execute("SET SESSION gtid_domain_id = " + (schema + 1));
        }
        switch (turns / Tables.SCHEMAS % ROUND) {
          case 0 ->
              statement.executeUpdate(
                  "UPDATE %s.k SET v = v + 1 WHERE id = 1".formatted(Tables.schema(schema)));
          case 1 -> {
            statement.execute("START TRANSACTION");
            insert(statement, schema, written);
            insert(statement, (schema + 1) % Tables.SCHEMAS, written);
            statement.execute("COMMIT");
          }
          default -> insert(statement, schema, written);
        }
      }
      Instant confirmed = Instant.now();
      written.forEach(tag -> acks.add(new Ack(tag, to, began, confirmed)));
    }

    private void insert(Statement statement, int schema, List<Long> written) throws SQLException {
      long tag = newTag();
      statement.executeUpdate(
          "INSERT INTO %s.w (tag) VALUES (%d)".formatted(Tables.schema(schema), tag));
      written.add(tag);
    }

    private Connection connected(int to) throws SQLException {
      if (open.isEmpty()) {
        open = Optional.of(sandbox.server(to).connect(ACCOUNT, STATEMENT_MAX));
        openTo = to;
      }
      return open.get();
    }

    private void disconnect() {
      open.ifPresent(connection -> {
        try {
          connection.close();
        } catch (SQLException broken) {
          // It is given up either way.
        }
      });
      open = Optional.empty();
    }
  }
}
