package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import io.tutti.acceptance.RunningController.Answer;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.ServerAddress;
import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerRelease;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * What an acceptance test uses: real servers, a controller as users run it that may act on them,
 * and requests to it. What only one capability's tests need is in a class of its own over this one.
 *
 * <pre>{@code
 * try (Bed bed = Bed.of(ServerRelease.MYSQL_5_7_22).start()) {
 *   bed.createTable();
 *   bed.awaitKnown();
 *   JsonNode ended = bed.carryOut("/gaps:close", "{}");
 * }
 * }</pre>
 */
class Bed implements AutoCloseable {
  private final Sandbox sandbox;
  private final OperationCalls operations;
  private final Map<Integer, StatementProxy> proxies;
  private final SandboxServer about;
  private int written;

  static BedBuilder of(ServerRelease release) {
    return new BedBuilder(release);
  }

  Bed(BedBuilder builder) {
    this.sandbox = builder.startServers();
    this.proxies = builder.proxies();
    this.about = builder.about(sandbox);
    this.operations = builder.startController();
  }

  /** The same servers and controller, for another part of the story; closed with the other one. */
  Bed(Bed other) {
    this.sandbox = other.sandbox;
    this.proxies = other.proxies;
    this.about = other.about;
    this.operations = other.operations;
  }

  Sandbox sandbox() {
    return sandbox;
  }

  SandboxServer server(int node) {
    return sandbox.server(node);
  }

  /** The head of the topology. */
  SandboxServer source() {
    return server(1);
  }

  SandboxServer replica() {
    return server(2);
  }

  /** The server that requests are about. */
  final SandboxServer about() {
    return about;
  }

  final RunningController controller() {
    return operations.controller();
  }

  final OperationCalls operations() {
    return operations;
  }

  final boolean isMariaDb() {
    return about.release().family() == ServerFamily.MARIADB;
  }

  /** Between the controller and a server. */
  final StatementProxy proxy(int node) {
    return Objects.requireNonNull(proxies.get(node));
  }

  final Map<Integer, StatementProxy> proxies() {
    return proxies;
  }

  /** Under which the controller knows a server. */
  final ServerAddress address(SandboxServer server) {
    StatementProxy proxy = proxies.get(server.node());
    return proxy == null ? server.address() : new ServerAddress("127.0.0.1", proxy.port());
  }

  /** Until the controller has found all servers, each by itself or by one that replicates. */
  final void awaitKnown() {
    sandbox.servers().stream()
        .filter(each -> each.node() != source().node())
        .forEach(each -> controller().awaitDiscovered(address(each), address(sourceOf(each))));
  }

  /** That a server replicates from by the topology; the head for one that replicates from none. */
  final SandboxServer sourceOf(SandboxServer server) {
    return sandbox.topology().sourcesOf(server.node()).stream()
        .findFirst()
        .map(this::server)
        .orElseGet(this::source);
  }

  /** What is said of a server, in the paths of REST. */
  final String path(SandboxServer server, String rest) {
    return "/instances/%s%s".formatted(RunningController.encoded(address(server).toString()), rest);
  }

  /** The same of the server that requests are about. */
  final String path(String rest) {
    return path(about, rest);
  }

  /** What is reported of that server, once it is reported. */
  final JsonNode awaitReported(String rest) {
    await().until(() -> controller().get(path(rest)).status() == 200);
    return controller().get(path(rest)).body();
  }

  /** Asks for an operation. */
  final Answer ask(String rest, String body) {
    return controller().post(path(rest), body);
  }

  /** Begins an operation; how it ended. */
  final JsonNode carryOut(String rest, String body) {
    return operations.atRest(OperationCalls.begun(ask(rest, body)));
  }

  final JsonNode operation(String id) {
    return operations.operation(id);
  }

  final JsonNode atRest(String id) {
    return operations.atRest(id);
  }

  /** The codes of what is found of the server that requests are about. */
  List<String> findings() {
    return operations.findings(address(about));
  }

  /** Fails with the whole operation, if it did not succeed. */
  final JsonNode succeeded(JsonNode ended) {
    return OperationCalls.succeeded(ended);
  }

  /** {@code d.t}, of which the rows are the numbers from 1 on. */
  final void createTable() {
    source().execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
  }

  /** Writes so many rows to the source, each in a transaction of its own. */
  void write(int count) {
    write(source(), count);
  }

  final void write(SandboxServer server, int count) {
    for (int i = 0; i < count; i++) {
      server.execute("INSERT INTO d.t VALUES (%d)".formatted(++written));
    }
  }

  /** How many rows were written so far; they are the numbers up to that. */
  final int written() {
    return written;
  }

  /** That many are left to whoever writes them by himself. */
  final int nextRow() {
    return ++written;
  }

  static long rows(SandboxServer server) {
    return Long.parseLong(server.queryValue("SELECT COUNT(*) FROM d.t").orElseThrow());
  }

  /** Processes of a server that begin in the same second cannot be distinguished. */
  static void awaitUptime(SandboxServer server, int seconds) {
    await()
        .until(() ->
            Long.parseLong(
                    server.query("SHOW GLOBAL STATUS LIKE 'Uptime'").getFirst().firstText("Value"))
                >= seconds);
  }

  @Override
  public void close() {
    controller().close();
    sandbox.close();
    proxies.values().forEach(StatementProxy::close);
  }
}
