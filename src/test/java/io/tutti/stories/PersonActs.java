package io.tutti.stories;

import io.tutti.sandbox.Row;
import io.tutti.stories.Act.Setting;
import io.tutti.stories.Act.Threads;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a person says to servers. Each shows why it could not be done. */
final class PersonActs {
  private final Stage stage;
  private final List<Deed> deeds;
  private long rowInTheWay;

  PersonActs(Stage stage, List<Deed> deeds) {
    this.stage = stage;
    this.deeds = deeds;
  }

  Optional<String> stop(int node, Threads threads) {
    return setThreads(node, threads, false);
  }

  Optional<String> start(int node, Threads threads) {
    return setThreads(node, threads, true);
  }

  private Optional<String> setThreads(int node, Threads threads, boolean running) {
    if (!stage.answers(node)) {
      return Optional.of("it does not answer");
    }
    String of =
        switch (threads) {
          case APPLIER -> " SQL_THREAD";
          case RECEIVER -> " IO_THREAD";
          case BOTH -> "";
        };
    try {
      stage.say(node, (running ? "START SLAVE" : "STOP SLAVE") + of);
    } catch (SQLException e) {
      if (!(e.getCause() instanceof SocketTimeoutException)) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
      // A stop that waits for a worker takes effect when that one is through.
    }
    deeds.add(new Deed.ThreadsSet(Instant.now(), node, threads, running));
    return Optional.empty();
  }

  Optional<String> set(int node, Setting setting, int value) {
    if (!stage.answers(node)) {
      return Optional.of("it does not answer");
    }
    String name = name(setting);
    try {
      stage.say(node, "SET GLOBAL %s = %d".formatted(name, value));
    } catch (SQLException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    deeds.add(new Deed.VariableSet(Instant.now(), node, name, String.valueOf(value)));
    return Optional.empty();
  }

  String name(Setting setting) {
    return switch (setting) {
      case SYNC_BINLOG -> "sync_binlog";
      case FLUSH_LOG -> "innodb_flush_log_at_trx_commit";
      case WORKERS -> stage.isMariaDb() ? "slave_parallel_threads" : "slave_parallel_workers";
    };
  }

  /** The row has a number below zero: no client is given one. */
  Optional<String> putInTheWay(int node) {
    if (!stage.answers(node) || !stage.answers(1)) {
      return Optional.of("a server does not answer");
    }
    long id = --rowInTheWay;
    long tag = stage.clients().newTag();
    try {
      stage.say(
          node,
          "SET SESSION sql_log_bin = 0",
          "INSERT INTO st_a.w VALUES (%d, %d)".formatted(id, id));
      stage.say(1, "INSERT INTO st_a.w VALUES (%d, %d)".formatted(id, tag));
    } catch (SQLException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    deeds.add(new Deed.InTheWay(Instant.now(), node, id, tag));
    return Optional.empty();
  }

  /** Whether a thread of it is stopped, and nobody sees an error. */
  static boolean isStoppedWithoutError(Row replication, boolean ofApplier) {
    return replication.firstText(ofApplier ? "Slave_SQL_Running" : "Slave_IO_Running").equals("No")
        && replication.firstText(ofApplier ? "Last_SQL_Errno" : "Last_IO_Errno").equals("0");
  }
}
