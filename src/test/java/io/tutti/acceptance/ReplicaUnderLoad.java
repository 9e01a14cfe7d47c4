package io.tutti.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Row;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A source that is written to, its replica, and a controller that may change them. */
final class ReplicaUnderLoad implements AutoCloseable {
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);
  private static final Duration OPERATION_MAX = Duration.ofSeconds(120);

  private final Sandbox sandbox;
  private final RunningController controller;
  private final WriteLoad load;

  /** Of the replica, as the controller knows it. */
  private final ServerAddress known;

  private ReplicaUnderLoad(
      Sandbox sandbox, RunningController controller, WriteLoad load, ServerAddress known) {
    this.sandbox = sandbox;
    this.controller = controller;
    this.load = load;
    this.known = known;
  }

  static ReplicaUnderLoad start(ServerRelease release) {
    return start(release, Map.of());
  }

  /**
   * @param settings of the controller, by environment variable
   */
  static ReplicaUnderLoad start(ServerRelease release, Map<String, String> settings) {
    return start(release, settings, Optional.empty());
  }

  /** The controller knows the replica, and reaches it, by the proxy's address only. */
  static ReplicaUnderLoad behind(StatementProxy proxy, ServerRelease release) {
    return start(release, Map.of(), Optional.of(proxy));
  }

  private static ReplicaUnderLoad start(
      ServerRelease release, Map<String, String> settings, Optional<StatementProxy> proxy) {
    // The kernel's asynchronous I/O is a resource of the whole machine that many servers use up.
    SandboxBuilder builder = Sandbox.builder().release(release).topology("1>2");
    proxy.ifPresent(between -> builder.options(2, "report_port=" + between.port()));
    Sandbox sandbox = builder.start();
    proxy.ifPresent(between -> between.leadTo(sandbox.server(2).address()));
    WatcherAccount.createOnAll(sandbox);
    sandbox.servers().forEach(WatcherAccount::letOperate);
    WriteLoad load = WriteLoad.start(sandbox.server(1), 300);
    Map<String, String> environment = new TreeMap<>(settings);
    environment.put("TUTTI_DISCOVERY_CONTACT_TIMEOUT", "PT10S");
    RunningController controller = RunningController.start(environment);
    ReplicaUnderLoad bed =
        new ReplicaUnderLoad(
            sandbox,
            controller,
            load,
            proxy
                .map(between -> new ServerAddress("127.0.0.1", between.port()))
                .orElse(sandbox.server(2).address()));
    bed.controller.awaitDiscovered(bed.known, bed.source().address());
    return bed;
  }

  RunningController controller() {
    return controller;
  }

  SandboxServer source() {
    return sandbox.server(1);
  }

  SandboxServer replica() {
    return sandbox.server(2);
  }

  private String path(String verb) {
    return "/instances/" + RunningController.encoded(known.toString()) + verb;
  }

  Answer ask(String body, String... headers) {
    return controller.post(path("/parallelism"), body, headers);
  }

  Answer askUndo() {
    return askUndo(false);
  }

  Answer askUndo(boolean dryRun) {
    return controller.post(
        path("/parallelism:undo"), "{\"settle\":\"PT1S\",\"dryRun\":%b}".formatted(dryRun));
  }

  JsonNode shown() {
    return controller.get(path("/parallelism")).body();
  }

  JsonNode operation(String id) {
    return controller.get("/operations/" + id).body();
  }

  /** Starts an operation and waits until it rests. */
  JsonNode done(Answer accepted) {
    assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
    return atRest(accepted.text("/id"));
  }

  JsonNode atRest(String id) {
    await()
        .atMost(OPERATION_MAX)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> operation(id).at("/atRest").asBoolean());
    return operation(id);
  }

  /** It applies, and ends with the data of its source. */
  void assertAppliesTheSame() {
    assertThat(applierRuns()).isTrue();
    assertThat(receiverRuns()).isTrue();
    assertSameData();
  }

  /** What its events say of how long the applier stood. */
  List<String> standstills(JsonNode operation) {
    return controller
        .events(operation.at("/id").asString())
        .lines()
        .filter(line -> line.contains("stood for"))
        .map(line -> line.replaceAll(".*(stood for \\d+ ms).*", "$1"))
        .toList();
  }

  /** The value of a variable on the replica itself. */
  String value(String variable) {
    return replica().queryValue("SELECT @@global." + variable).orElseThrow();
  }

  boolean applierRuns() {
    return replica().replication().stream()
        .allMatch(channel -> channel.applierState().equals("Yes"));
  }

  boolean receiverRuns() {
    return replica().replication().stream()
        .allMatch(channel -> channel.receiverState().equals("Yes"));
  }

  /**
   * The connections over which the source sends its binlog. Nothing is sent twice over one
   * connection, so as long as it stays the same one, no relay log is fetched twice.
   */
  List<String> dumps() {
    return source().query("SHOW PROCESSLIST").stream()
        .map(Row::values)
        .filter(row -> row.getOrDefault("Command", "").startsWith("Binlog Dump"))
        .map(row -> row.get("Id"))
        .toList();
  }

  /** Stops the load, waits for the replica, and compares every table of both. */
  void assertSameData() {
    WriteLoad.Counts counts = load.stop();
    assertThat(counts.committed()).isPositive();
    await()
        .atMost(CATCH_UP_MAX)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(checksums(replica())).isEqualTo(checksums(source())));
  }

  private static Map<String, String> checksums(SandboxServer server) {
    List<String> tables =
        server
            .query(
                "SELECT CONCAT('`', table_schema, '`.`', table_name, '`') AS name"
                    + " FROM information_schema.tables WHERE table_schema LIKE 'load%'")
            .stream()
            .map(row -> row.values().values().iterator().next())
            .sorted()
            .toList();
    assertThat(tables).isNotEmpty();
    return server
        .query("CHECKSUM TABLE " + tables.stream().collect(Collectors.joining(", ")))
        .stream()
        .collect(
            Collectors.toMap(
                row -> row.values().get("Table"),
                row -> String.valueOf(row.values().get("Checksum")),
                (one, other) -> one,
                TreeMap::new));
  }

  @Override
  public void close() {
    load.close();
    controller.close();
    sandbox.close();
  }
}
