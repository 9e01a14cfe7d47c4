package io.tutti.stories;

import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Row;
import io.tutti.sandbox.SandboxException;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFeature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** Acts on the processes and files of the servers. Each shows why it could not be done. */
final class ServerActs {
  private static final Duration RECEIVED_MAX = Duration.ofMillis(1500);

  private final Stage stage;
  private final List<Deed> deeds;
  private final Map<Integer, List<Connection>> held = new HashMap<>();
  private final Map<Path, Long> synced = new HashMap<>();

  ServerActs(Stage stage, List<Deed> deeds) {
    this.stage = stage;
    this.deeds = deeds;
  }

  Optional<String> kill(int node) {
    if (!stage.server(node).isRunning()) {
      return Optional.of("it does not run");
    }
    markReceived(node);
    Instant at = Instant.now();
    stage.server(node).killHard();
    stage.unfreezeByDeath(node);
    deeds.add(new Deed.Ended(at, node, Deed.End.KILLED));
    return Optional.empty();
  }

  Optional<String> shutDown(int node) {
    if (!stage.answers(node)) {
      return Optional.of("it does not answer");
    }
    markReceived(node);
    release(node);
    Instant at = Instant.now();
    stage.server(node).stop();
    deeds.add(new Deed.Ended(at, node, Deed.End.SHUT_DOWN));
    return Optional.empty();
  }

  Optional<String> start(int node, boolean withoutReplication) {
    SandboxServer server = stage.server(node);
    if (server.isRunning()) {
      return Optional.of("it runs already");
    }
    String word = server.release().has(ServerFeature.SOURCE_REPLICA_TERMS) ? "replica" : "slave";
    Instant at = Instant.now();
    if (withoutReplication) {
      server.start("skip_%s_start".formatted(word));
    } else {
      server.start();
    }
    deeds.add(new Deed.Started(at, node, withoutReplication));
    return Optional.empty();
  }

  Optional<String> failToStart(int node) throws IOException {
    SandboxServer server = stage.server(node);
    if (server.isRunning()) {
      return Optional.of("it runs");
    }
    try (ServerSocket taken =
        new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress())) {
      server.start();
      throw new AssertionError(taken + " was to be in the way");
    } catch (SandboxException asItShould) {
      return Optional.empty();
    }
  }

  Optional<String> sync(int node) throws IOException {
    if (!stage.answers(node)) {
      return Optional.of("it does not answer");
    }
    Path binlog = newestBinlog(node);
    try (FileChannel file = FileChannel.open(binlog, StandardOpenOption.READ)) {
      file.force(true);
      synced.put(binlog, file.size());
    }
    return Optional.empty();
  }

  Optional<String> cutToSynced(int node) throws IOException {
    Path binlog = newestBinlog(node);
    Long length = synced.get(binlog);
    return length == null
        ? Optional.of(binlog.getFileName() + " was never synced")
        : cut(node, binlog, length);
  }

  Optional<String> cutEnd(int node, int bytes) throws IOException {
    Path binlog = newestBinlog(node);
    return cut(node, binlog, Math.max(1000, Files.size(binlog) - bytes));
  }

  private Optional<String> cut(int node, Path binlog, long length) throws IOException {
    if (stage.server(node).isRunning()) {
      return Optional.of("it runs");
    }
    if (length >= Files.size(binlog)) {
      return Optional.of("nothing to cut off");
    }
    try (FileChannel file = FileChannel.open(binlog, StandardOpenOption.WRITE)) {
      file.truncate(length);
    }
    deeds.add(new Deed.Cut(Instant.now(), node));
    return Optional.empty();
  }

  private Path newestBinlog(int node) throws IOException {
    try (Stream<Path> files = Files.list(stage.server(node).dataDirectory())) {
      return files
          .filter(file -> file.getFileName().toString().matches("binlog\\.\\d+"))
          .max(java.util.Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  Optional<String> freeze(int node) {
    if (!stage.answers(node)) {
      return Optional.of("it does not answer");
    }
    stage.freeze(node);
    return Optional.empty();
  }

  Optional<String> thaw(int node) {
    if (!stage.isFrozen(node)) {
      return Optional.of("it is not frozen");
    }
    stage.thaw(node);
    return Optional.empty();
  }

  Optional<String> hold(int node, int schema) throws SQLException {
    if (!stage.answers(node)) {
      return Optional.of("it does not answer");
    }
    Connection session = stage.server(node).connect();
    session.setAutoCommit(false);
    try (Statement statement = session.createStatement()) {
      statement.execute("SET SESSION innodb_lock_wait_timeout = 2");
      statement.execute(
          "SELECT v FROM %s.k WHERE id = 1 FOR UPDATE".formatted(Tables.schema(schema)));
    } catch (SQLException e) {
      session.close();
      return Optional.of(String.valueOf(e.getMessage()));
    }
    held.computeIfAbsent(node, key -> new ArrayList<>()).add(session);
    return Optional.empty();
  }

  void release(int node) {
    for (Connection session : held.getOrDefault(node, List.of())) {
      try {
        session.rollback();
        session.close();
      } catch (SQLException gone) {
        // Its server ended, and the lock with it.
      }
    }
    held.remove(node);
  }

  /**
   * What its replicas have received of what its clients know by now; those that are fast enough.
   */
  private void markReceived(int source) {
    if (!stage.answers(source)) {
      return;
    }
    Instant now = Instant.now();
    Set<Long> known = stage.clients().acked(source, now);
    try {
      Row end = stage.server(source).query("SHOW MASTER STATUS").getFirst();
      long position = Long.parseLong(end.firstText("Position"));
      for (int node : stage.nodes()) {
        if (node != source
            && stage.answers(node)
            && hasReceived(node, source, end.firstText("File"), position)) {
          deeds.add(new Deed.Received(now, node, source, known));
        }
      }
    } catch (SandboxException notNow) {
      // Then nothing is known of it.
    }
  }

  private boolean hasReceived(int node, int source, String file, long position) {
    try {
      await()
          .atMost(RECEIVED_MAX)
          .pollInterval(Duration.ofMillis(10))
          .until(() ->
              stage
                  .replication(node)
                  .filter(
                      row -> row.firstText("Master_Port").equals("" + stage.server(source).port()))
                  .filter(row -> row.firstText("Slave_IO_Running").equals("Yes"))
                  .filter(row -> row.firstText("Master_Log_File").equals(file))
                  .filter(row -> Long.parseLong(row.firstText("Read_Master_Log_Pos")) >= position)
                  .isPresent());
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }
}
