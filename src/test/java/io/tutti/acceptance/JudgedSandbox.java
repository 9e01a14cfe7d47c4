package io.tutti.acceptance;

import static org.awaitility.Awaitility.await;

import io.tutti.analysis.AdviceCatalogue;
import io.tutti.analysis.Advised;
import io.tutti.analysis.Analysis;
import io.tutti.analysis.Evidence;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingSettings;
import io.tutti.analysis.NotJudged;
import io.tutti.contract.SandboxTrust;
import io.tutti.model.CounterInterval;
import io.tutti.model.CounterSample;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.promotion.FailoverForesight;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import io.tutti.spi.advice.AdviceCode;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Real servers, read with the least privileges and judged by their plugins' rules. */
final class JudgedSandbox implements AutoCloseable {
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final Sandbox sandbox;
  private final Map<InstanceAddress, CounterSample> earlier = new HashMap<>();

  private JudgedSandbox(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  static JudgedSandbox start(SandboxBuilder builder) {
    JudgedSandbox judged = new JudgedSandbox(builder.start());
    WatcherAccount.createOnAll(judged.sandbox);
    return judged;
  }

  SandboxServer server(int node) {
    return sandbox.server(node);
  }

  /** Writes that many rows, one by one, into a table with that definition. */
  void write(int node, String schema, String definition, int rows) {
    SandboxServer server = sandbox.server(node);
    server.execute(
        "CREATE DATABASE IF NOT EXISTS " + schema,
        "CREATE TABLE IF NOT EXISTS " + schema + ".t (" + definition + ")");
    String[] inserts = new String[rows];
    java.util.Arrays.fill(inserts, "INSERT INTO " + schema + ".t (v) VALUES (1)");
    server.execute(inserts);
  }

  /** Waits until the table is there with at least so many rows. */
  void awaitRows(int node, String schema, int rows) {
    await()
        .ignoreExceptions()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            sandbox
                .server(node)
                .queryValue("SELECT COUNT(*) FROM " + schema + ".t")
                .filter(count -> Integer.parseInt(count) >= rows)
                .isPresent());
  }

  /** All servers, each read now, one after the other. */
  TopologySnapshot snapshot() {
    List<Node> nodes = new ArrayList<>();
    Map<InstanceAddress, CounterInterval> intervals = new HashMap<>();
    for (SandboxServer server : sandbox.servers()) {
      InstanceState state = read(server);
      nodes.add(Node.found(state.address(), Optional.empty(), Instant.now()).withState(state));
      CounterSample.of(state)
          .ifPresent(sample ->
              Optional.ofNullable(earlier.put(state.address(), sample))
                  .flatMap(before -> CounterInterval.between(before, sample))
                  .ifPresent(interval -> intervals.put(state.address(), interval)));
    }
    return TopologySnapshot.of(Instant.now(), nodes, Map.of(), Map.of()).over(intervals, Map.of());
  }

  private static InstanceState read(SandboxServer server) {
    Target target =
        SandboxTrust.trusting(
            server,
            new Target(
                address(server),
                new Credentials(WatcherAccount.USER, WatcherAccount.PASSWORD),
                TlsMode.DISABLED,
                Target.AUTOMATIC,
                STATEMENT_TIMEOUT));
    try (InstanceClient client = WatcherAccount.provider(server.release()).open(target)) {
      return client.statusReader().read(List.of(), Deadline.after(DEADLINE));
    }
  }

  InstanceAddress address(int node) {
    return address(sandbox.server(node));
  }

  private static InstanceAddress address(SandboxServer server) {
    return new InstanceAddress("127.0.0.1", server.port());
  }

  private Analysis analysis() {
    List<FlavorProvider> providers =
        sandbox.servers().stream()
            .map(server -> WatcherAccount.provider(server.release()))
            .collect(java.util.stream.Collectors.toMap(FlavorProvider::id, p -> p, (a, b) -> a))
            .values()
            .stream()
            .toList();
    return Analysis.of(
        AdviceCatalogue.of(providers),
        FindingSettings.USUAL,
        new FailoverForesight(FailoverSettings.BY_HAND));
  }

  /** What is advised for a server or its channel now, by code. */
  Map<AdviceCode, Evidence> advice(int node) {
    Map<AdviceCode, Evidence> advised = new java.util.EnumMap<>(AdviceCode.class);
    for (Finding finding : analysis().findings(WorldView.of(snapshot()))) {
      boolean isOfNode = finding.subject().startsWith(address(server(node)).toString());
      if (isOfNode && finding.code() instanceof Advised(AdviceCode code)) {
        advised.put(code, finding.evidence());
      }
    }
    return advised;
  }

  /** What is found about a server or its channel now, by the name of its code. */
  Map<String, Evidence> findings(int node) {
    Map<String, Evidence> found = new HashMap<>();
    for (Finding finding : analysis().findings(WorldView.of(snapshot()))) {
      if (finding.subject().split("/", 2)[0].equals(address(node).toString())) {
        found.put(finding.code().name(), finding.evidence());
      }
    }
    return found;
  }

  /** What could not be judged of a server or its channel now, and why. */
  Map<String, String> notJudged(int node) {
    Map<String, String> open = new HashMap<>();
    TopologySnapshot snapshot = snapshot();
    snapshot
        .clusters()
        .forEach(cluster -> {
          for (NotJudged left : analysis().notJudged(WorldView.of(snapshot), cluster)) {
            if (left.about().subject().startsWith(address(server(node)).toString())) {
              open.put(left.code().name(), left.why());
            }
          }
        });
    return open;
  }

  /** Executes a remedy as it is printed, but for what it says in brackets. */
  void follow(int node, String remedy) {
    sandbox.server(node).execute(remedy.replaceAll(" \\([^)]*\\)", "").split("; "));
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
