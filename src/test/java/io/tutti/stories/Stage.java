package io.tutti.stories;

import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController;
import io.tutti.acceptance.WatcherAccount;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxAccount;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The servers and the controller that a story is played on. */
final class Stage implements AutoCloseable {
  private static final Duration STATEMENT_MAX = Duration.ofSeconds(4);

  /**
   * Of the Performance Schema nothing but what Tutti reads, and no threads that spin for the redo
   * log: half the CPU of a start, and a third of what a busy server takes.
   */
  private static final List<String> SMALL =
      Stream.of(
              "performance_schema_digests_size=10",
              "performance_schema_max_digest_length=64",
              "performance_schema_max_sql_text_length=64",
              "performance_schema_error_size=0",
              "performance_schema_accounts_size=10",
              "performance_schema_hosts_size=10",
              "performance_schema_users_size=10",
              "performance_schema_events_statements_history_size=1",
              "performance_schema_events_stages_history_size=1",
              "performance_schema_events_waits_history_size=1",
              "performance_schema_events_transactions_history_size=1",
              "performance_schema_events_statements_history_long_size=1",
              "performance_schema_events_stages_history_long_size=1",
              "performance_schema_events_waits_history_long_size=1",
              "performance_schema_events_transactions_history_long_size=1",
              "innodb_log_spin_cpu_pct_hwm=0",
              "innodb_log_spin_cpu_abs_lwm=4294967295",
              "innodb_log_wait_for_flush_spin_hwm=0",
              "innodb_sync_spin_loops=0",
              "innodb_spin_wait_delay=0")
          .map(each -> "loose_" + each)
          .toList();

  private final Sandbox sandbox;
  private final RunningController controller;
  private final Clients clients;
  private final Setup setup;
  private final List<String> addresses;
  private final Set<Integer> frozen = ConcurrentHashMap.newKeySet();

  private Stage(Sandbox sandbox, Setup setup) {
    this.sandbox = sandbox;
    this.setup = setup;
    this.addresses = sandbox.servers().stream().map(each -> each.address().toString()).toList();
    this.controller = Controllers.take(environment(setup), addresses);
    this.clients = new Clients(sandbox, setup.domains() && isMariaDb());
  }

  static Stage set(Setup setup, ServerRelease release) {
    Sandbox sandbox = servers(setup, release).start();
    try {
      Stage stage = new Stage(sandbox, setup);
      stage.introduce();
      return stage;
    } catch (RuntimeException e) {
      sandbox.close();
      throw e;
    }
  }

  private static Map<String, String> environment(Setup setup) {
    Map<String, String> environment = new HashMap<>();
    environment.put("TUTTI_REPLICATION_USER", SandboxAccount.REPLICATION.user());
    environment.put("TUTTI_REPLICATION_PASSWORD", SandboxAccount.REPLICATION.password());
    environment.put("TUTTI_DISCOVERY_POLL_INTERVAL", "500ms");
    environment.put("TUTTI_FENCE_AUTOMATIC", setup.fence());
    environment.put("TUTTI_START_FENCED_UNFENCE", setup.startedFenced() ? "AUTO" : "OFF");
    return environment;
  }

  private static SandboxBuilder servers(Setup setup, ServerRelease release) {
    boolean isMariaDb = release.family() == ServerFamily.MARIADB;
    List<String> options =
        new ArrayList<>(
            List.of(
                "sync_binlog=" + setup.syncBinlog(),
                "innodb_flush_log_at_trx_commit=" + setup.flushLog(),
                "relay_log_recovery=" + (setup.relayLogRecovery() ? 1 : 0),
                "binlog_format=" + (setup.statements() ? "STATEMENT" : "ROW"),
                (isMariaDb ? "slave_parallel_threads=" : "slave_parallel_workers=")
                    + setup.workers()));
    if (!isMariaDb) {
      options.addAll(SMALL);
    }
    SandboxBuilder builder =
        Sandbox.builder()
            .fastTimeouts()
            .release(release)
            .topology(setup.topology())
            .options(options.toArray(String[]::new));
    return setup.byGtid() ? builder : builder.positionBased();
  }

  /** Accounts and tables; then the controller finds all, and the source gets its option file. */
  private void introduce() {
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    if (isMariaDb()) {
      sandbox
          .servers()
          .forEach(each ->
              each.execute("SET SESSION sql_log_bin=0", "GRANT SUPER ON *.* TO 'watcher'@'%'"));
    }
    server(1).execute(Tables.created(isMariaDb() ? "BINLOG REPLAY" : ""));
    for (int replica : setup.replicas()) {
      controller.awaitDiscovered(server(replica).address(), server(1).address());
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            nodes().stream()
                .allMatch(node ->
                    controller
                        .instance(address(node))
                        .at("/contact")
                        .asString()
                        .equals("REACHED")));
    if (setup.startedFenced()) {
      String text = controller.get("/instances/" + encoded(1) + "/startup-config").text("/text");
      try {
        Files.writeString(server(1).configurationFile(), text, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Setup setup() {
    return setup;
  }

  List<Integer> nodes() {
    return sandbox.servers().stream().map(SandboxServer::node).toList();
  }

  SandboxServer server(int node) {
    return sandbox.server(node);
  }

  String address(int node) {
    return server(node).address().toString();
  }

  String encoded(int node) {
    return RunningController.encoded(address(node));
  }

  /** The node at an address; 0 when it is none of these. */
  int nodeAt(String address) {
    return nodes().stream().filter(node -> address(node).equals(address)).findFirst().orElse(0);
  }

  List<JsonNode> items(String path) {
    return controller.get(path).body().at("/items").valueStream().toList();
  }

  /** Of what the controller lists that which names one of these servers. */
  List<JsonNode> itemsOfThese(String path) {
    return items(path).stream()
        .filter(each -> addresses.stream().anyMatch(each.toString()::contains))
        .toList();
  }

  RunningController controller() {
    return controller;
  }

  Clients clients() {
    return clients;
  }

  boolean isMariaDb() {
    return sandbox.server(1).release().family() == ServerFamily.MARIADB;
  }

  void freeze(int node) {
    server(node).freeze();
    frozen.add(node);
  }

  void thaw(int node) {
    server(node).thaw();
    frozen.remove(node);
  }

  void unfreezeByDeath(int node) {
    frozen.remove(node);
  }

  boolean isFrozen(int node) {
    return frozen.contains(node);
  }

  /** It runs and is not frozen. */
  boolean answers(int node) {
    return server(node).isRunning() && !isFrozen(node);
  }

  /** Says it as a person who does not wait long. */
  void say(int node, String... statements) throws SQLException {
    try (Connection connection = server(node).connect(SandboxAccount.ADMIN, STATEMENT_MAX);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** What a replica shows of its replication; empty when it replicates from nobody. */
  Optional<Row> replication(int node) {
    return server(node).query(isMariaDb() ? "SHOW ALL SLAVES STATUS" : "SHOW SLAVE STATUS").stream()
        .findFirst();
  }

  @Override
  public void close() {
    clients.close();
    frozen.forEach(node -> server(node).thaw());
    sandbox.close();
    Controllers.giveBack(environment(setup), controller, addresses);
  }
}
