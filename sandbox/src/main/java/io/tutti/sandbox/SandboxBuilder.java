package io.tutti.sandbox;

import io.tutti.sandbox.binaries.CacheFolder;
import io.tutti.sandbox.binaries.ConsoleProgress;
import io.tutti.sandbox.binaries.DownloadListener;
import io.tutti.sandbox.binaries.ServerBinaries;
import io.tutti.sandbox.release.ServerRelease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Describes a sandbox. Not for use by several threads. */
public final class SandboxBuilder {

  /**
   * Environment variable that chooses who runs servers: {@code processes} or {@code containers}.
   */
  public static final String PROVIDER_VARIABLE = "TUTTI_SANDBOX_PROVIDER";

  private Topology topology = Topology.parse("1");
  private ServerRelease defaultRelease = ServerRelease.MYSQL_8_0_15;
  private final Map<Integer, ServerRelease> releases = new HashMap<>();
  private boolean gtid = true;
  private boolean semiSync;
  private boolean readOnlyReplicas = true;
  private boolean fastTimeouts;
  private boolean proxiedLinks;
  private boolean inContainers = isContainers(System.getenv(PROVIDER_VARIABLE));
  private final Set<Integer> quietNodes = new HashSet<>();
  private final Set<Integer> ownHosts = new TreeSet<>();
  private final List<String> options = new ArrayList<>();
  private final Map<Integer, List<String>> nodeOptions = new HashMap<>();
  private final List<String> initialSql = new ArrayList<>();
  private CacheFolder cache = CacheFolder.ofEnvironment();
  private DownloadListener downloads = ConsoleProgress.onStandardError();

  SandboxBuilder() {}

  private static boolean isContainers(@Nullable String provider) {
    return switch (provider == null ? "" : provider.strip()) {
      case "", "processes" -> false;
      case "containers" -> true;
      default ->
          throw new IllegalArgumentException(
              "%s=%s is unknown. Known are: processes, containers."
                  .formatted(PROVIDER_VARIABLE, provider));
    };
  }

  /**
   * Which server replicates from which, for example {@code 1>2,1>3,3>4}.
   *
   * @throws IllegalArgumentException when the text cannot be read
   * @see Topology#parse
   */
  public SandboxBuilder topology(String text) {
    topology = Topology.parse(text);
    return this;
  }

  /** The release of every node that has none of its own. */
  public SandboxBuilder release(ServerRelease release) {
    defaultRelease = release;
    return this;
  }

  /** The release of one node. */
  public SandboxBuilder release(int node, ServerRelease release) {
    releases.put(node, release);
    return this;
  }

  /**
   * Releases by name: one for all, {@code mysql-8.0}, or per node, {@code 1=mysql-5.6,2=mysql-5.7};
   * both may be mixed.
   *
   * @throws IllegalArgumentException on an unknown name; the message lists the known ones
   */
  public SandboxBuilder flavors(String text) {
    for (String part : text.split(",", -1)) {
      String[] sides = part.strip().split("=", 2);
      if (sides.length == 1) {
        release(ServerRelease.require(sides[0]));
      } else if (sides[0].matches("\\d{1,3}")) {
        release(Integer.parseInt(sides[0]), ServerRelease.require(sides[1]));
      } else {
        throw new IllegalArgumentException(
            "\"%s\" is not a flavor. Expected is a release or NODE=RELEASE, for example 2=mysql-5.7. Known are: %s."
                .formatted(part.strip(), ServerRelease.knownNames()));
      }
    }
    return this;
  }

  /** Replicates by file and position instead of GTID; MySQL servers then run without GTIDs. */
  public SandboxBuilder positionBased() {
    gtid = false;
    return this;
  }

  /**
   * Semi-synchronous replication where a node's binary has it. A topology in which none has it is
   * refused at the start.
   */
  public SandboxBuilder semiSync() {
    semiSync = true;
    return this;
  }

  /**
   * Leaves {@code read_only} off on replicas; without this they are read-only, as they should be.
   */
  public SandboxBuilder writableReplicas() {
    readOnlyReplicas = false;
    return this;
  }

  /**
   * Lets receivers notice within seconds that a source is gone ({@code slave_net_timeout} 4 s), and
   * has heartbeats, and attempts to connect, each second. Without it all is as servers have it by
   * default: 60 s, 30 s and 60 s on most.
   */
  public SandboxBuilder fastTimeouts() {
    fastTimeouts = true;
    return this;
  }

  /** Keeps what this node replicates out of its own binary log. */
  public SandboxBuilder withoutReplicaUpdates(int node) {
    quietNodes.add(node);
    return this;
  }

  /** Server options for every node, {@code name=value} or {@code name}. */
  public SandboxBuilder options(String... nameValues) {
    options.addAll(List.of(nameValues));
    return this;
  }

  /** Server options for one node; they win over those for all. */
  public SandboxBuilder options(int node, String... nameValues) {
    nodeOptions.computeIfAbsent(node, key -> new ArrayList<>()).addAll(List.of(nameValues));
    return this;
  }

  /**
   * Runs this node on a host of its own, that can vanish ({@link SandboxServer#vanish}); as root
   * only.
   */
  public SandboxBuilder ownHost(int node) {
    ownHosts.add(node);
    return this;
  }

  /** Replicas connect to their sources through proxies; see {@link Sandbox#link}. */
  public SandboxBuilder proxiedLinks() {
    proxiedLinks = true;
    return this;
  }

  /**
   * Statements to execute on every new server before replication begins, unlogged: for accounts and
   * the like.
   */
  public SandboxBuilder initialSql(String... statements) {
    initialSql.addAll(List.of(statements));
    return this;
  }

  /**
   * Runs the servers by Testcontainers instead of as processes. The images are the official ones of
   * the pinned versions, {@code mysql:8.0.15}; an environment variable such as {@code
   * TUTTI_SANDBOX_IMAGE_MYSQL_8_0_15} names another.
   */
  public SandboxBuilder inContainers() {
    inContainers = true;
    return this;
  }

  /**
   * Where binaries and initialised data directories are kept; without it as the environment says.
   */
  public SandboxBuilder cache(CacheFolder folder) {
    cache = folder;
    return this;
  }

  /** Who is informed about downloads; without it standard error. */
  public SandboxBuilder downloads(DownloadListener listener) {
    downloads = listener;
    return this;
  }

  /**
   * Starts the servers, and their replication, and waits until both run.
   *
   * @throws IllegalArgumentException when the releases cannot do what is asked
   * @throws io.tutti.sandbox.binaries.ReleaseUnavailableException when a release cannot be fetched
   * @throws SandboxException when a server or its replication does not come up; nothing remains
   */
  public Sandbox start() {
    plan().requirePossible();
    List<OwnHost> hosts = ownHosts.stream().map(this::host).toList();
    hosts.stream().findFirst().ifPresent(this::besideIt);
    SandboxPlan plan = plan();
    if (!inContainers) {
      return launcher(plan, GuardedFolder.temporary(), hosts).launch();
    }
    if (proxiedLinks) {
      throw new IllegalArgumentException(
          "Links cannot be proxied between containers: the proxy is in this process, out of their"
              + " reach.");
    }
    return new SandboxLauncher(plan, containers(), false, initialSql).launch();
  }

  private OwnHost host(int node) {
    OwnHost host = OwnHost.create();
    options(node, "bind_address=" + host.address());
    return host;
  }

  /** The others answer where a server on that host can reach them. */
  private void besideIt(OwnHost host) {
    topology.nodes().stream()
        .filter(node -> !ownHosts.contains(node))
        .forEach(node -> options(node, "bind_address=" + host.addressOfOthers()));
  }

  private static ServerProvider containers() {
    try {
      return new ContainerProvider();
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "Containers need org.testcontainers:testcontainers-mysql on the class path.", e);
    }
  }

  SandboxPlan plan() {
    return new SandboxPlan(
        topology,
        defaultRelease,
        releases,
        gtid,
        semiSync,
        readOnlyReplicas,
        fastTimeouts,
        quietNodes,
        options,
        nodeOptions);
  }

  boolean hasProxiedLinks() {
    return proxiedLinks;
  }

  CacheFolder cache() {
    return cache;
  }

  SandboxLauncher launcher(SandboxPlan plan, GuardedFolder folder) {
    return launcher(plan, folder, List.of());
  }

  private SandboxLauncher launcher(SandboxPlan plan, GuardedFolder folder, List<OwnHost> hosts) {
    ServerProvider provider =
        new ProcessProvider(
            new ServerBinaries(cache, downloads), new DataTemplates(cache), folder, hosts);
    return new SandboxLauncher(plan, provider, proxiedLinks, initialSql);
  }
}
