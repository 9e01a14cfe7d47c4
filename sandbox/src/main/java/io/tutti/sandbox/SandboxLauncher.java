package io.tutti.sandbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Brings a planned sandbox up.
 *
 * <ol>
 *   <li>Fetch and initialise each release once.
 *   <li>Start every server.
 *   <li>Execute the initial statements on each.
 *   <li>Point every replica to its sources and start its replication.
 *   <li>Wait until every channel runs.
 * </ol>
 *
 * Whatever fails, everything is removed again before the failure is thrown.
 */
final class SandboxLauncher {

  /** Starting more servers at once only makes each slower on a small machine. */
  private static final int STARTS_AT_ONCE = 4;

  private static final Duration REPLICATION_TIME_MAX = Duration.ofSeconds(60);

  private final SandboxPlan plan;
  private final ServerProvider provider;
  private final boolean proxiedLinks;
  private final List<String> initialSql;
  private final Map<Integer, SandboxServer> servers = new TreeMap<>();
  private final Map<Topology.Link, TcpProxy> proxies = new LinkedHashMap<>();

  SandboxLauncher(
      SandboxPlan plan, ServerProvider provider, boolean proxiedLinks, List<String> initialSql) {
    this.plan = plan;
    this.provider = provider;
    this.proxiedLinks = proxiedLinks;
    this.initialSql = List.copyOf(initialSql);
  }

  Sandbox launch() {
    try {
      prepareReleases();
      startServers();
      executeInitialSql();
      plan.topology().links().forEach(this::connect);
      plan.topology().nodes().forEach(this::awaitReplication);
      return new Sandbox(plan.topology(), provider, servers, proxies);
    } catch (RuntimeException e) {
      removeAfter(e);
      throw e;
    }
  }

  private void removeAfter(RuntimeException failure) {
    List<AutoCloseable> parts = new ArrayList<>(proxies.values());
    parts.add(provider);
    try {
      Sandbox.closeAll(parts);
    } catch (SandboxException e) {
      failure.addSuppressed(e);
    }
  }

  private void prepareReleases() {
    Map<Object, NodeSettings> onePerRelease = new LinkedHashMap<>();
    plan.topology().nodes().stream()
        .map(plan::settingsOf)
        .forEach(settings -> onePerRelease.putIfAbsent(settings.release(), settings));
    onePerRelease.values().forEach(provider::prepare);
  }

  private void startServers() {
    try (ExecutorService starters = Executors.newFixedThreadPool(STARTS_AT_ONCE)) {
      List<Callable<SandboxServer>> starts = new ArrayList<>();
      for (int node : plan.topology().nodes()) {
        starts.add(() -> provider.create(plan.settingsOf(node)));
      }
      for (Future<SandboxServer> started : starters.invokeAll(starts)) {
        SandboxServer server = started.get();
        servers.put(server.node(), server);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxException("Interrupted while starting " + plan.topology(), e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new SandboxException(String.valueOf(cause.getMessage()), cause);
    }
  }

  private void executeInitialSql() {
    if (!initialSql.isEmpty()) {
      List<String> statements = new ArrayList<>(List.of("SET SESSION sql_log_bin=0"));
      statements.addAll(initialSql);
      servers.values().forEach(server -> server.execute(statements.toArray(String[]::new)));
    }
  }

  private void connect(Topology.Link link) {
    SandboxServer source = server(link.source());
    SandboxServer replica = server(link.replica());
    ServerAddress address = provider.addressForReplicas(source);
    if (proxiedLinks) {
      TcpProxy proxy = TcpProxy.open(source.address());
      proxies.put(link, proxy);
      address = proxy.address();
    }
    Optional<String> binlog = plan.gtid() ? Optional.empty() : Optional.of(firstBinlog(source));
    ReplicationSql sql = new ReplicationSql(replica.release());
    String channel = plan.channelName(link);
    replica.execute(
        sql.changeSource(channel, address, plan.fastTimeouts(), binlog), sql.start(channel));
  }

  private static String firstBinlog(SandboxServer source) {
    return source
        .queryValue("SHOW BINARY LOGS")
        .orElseThrow(() -> new SandboxException(source + " has no binary log"));
  }

  private void awaitReplication(int node) {
    int expected = plan.topology().sourcesOf(node).size();
    SandboxServer server = server(node);
    boolean done =
        expected == 0
            || Polling.until(
                REPLICATION_TIME_MAX,
                () -> {
                  List<ReplicationChannel> channels = server.replication();
                  return channels.size() == expected
                      && channels.stream().allMatch(ReplicationChannel::isRunning);
                });
    if (!done) {
      throw new SandboxException(
          "The replication of %s does not run: %s".formatted(server, server.replication()));
    }
  }

  private SandboxServer server(int node) {
    return Optional.ofNullable(servers.get(node)).orElseThrow();
  }
}
