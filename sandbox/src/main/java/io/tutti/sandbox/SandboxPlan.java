package io.tutti.sandbox;

import io.tutti.sandbox.release.ServerFamily;
import io.tutti.sandbox.release.ServerFeature;
import io.tutti.sandbox.release.ServerRelease;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a sandbox shall be, checked as a whole.
 *
 * @param topology which server replicates from which
 * @param defaultRelease release of the nodes without one of their own
 * @param releases release per node
 * @param gtid replicate by GTID, else by position
 * @param semiSync semi-synchronous where a node's binary has it
 * @param readOnlyReplicas set read_only on nodes that have a source and are on no ring
 * @param fastTimeouts receivers notice and try again within seconds, else as servers do by default
 * @param quietNodes nodes without log_slave_updates
 * @param options options for every node
 * @param nodeOptions options per node; they win
 */
record SandboxPlan(
    Topology topology,
    ServerRelease defaultRelease,
    Map<Integer, ServerRelease> releases,
    boolean gtid,
    boolean semiSync,
    boolean readOnlyReplicas,
    boolean fastTimeouts,
    Set<Integer> quietNodes,
    List<String> options,
    Map<Integer, List<String>> nodeOptions) {

  SandboxPlan {
    releases = Map.copyOf(releases);
    quietNodes = Set.copyOf(quietNodes);
    options = List.copyOf(options);
    nodeOptions = Map.copyOf(nodeOptions);
    requireKnown(topology, releases.keySet(), "A release");
    requireKnown(topology, quietNodes, "log_slave_updates");
    requireKnown(topology, nodeOptions.keySet(), "An option");
  }

  private static void requireKnown(Topology topology, Set<Integer> nodes, String what) {
    for (int node : nodes) {
      if (!topology.nodes().contains(node)) {
        throw new IllegalArgumentException(
            "%s is given for node %d, but the topology %s has only %s."
                .formatted(what, node, topology, topology.nodes()));
      }
    }
  }

  /**
   * Refuses what the releases cannot do.
   *
   * @throws IllegalArgumentException with the nodes concerned and what would do
   */
  void requirePossible() {
    for (int node : topology.nodes()) {
      ServerRelease release = releaseOf(node);
      List<Integer> sources = topology.sourcesOf(node);
      if (sources.size() > 1 && !release.has(ServerFeature.MULTI_SOURCE)) {
        throw new IllegalArgumentException(
            "Node %d cannot replicate from %s at once: %s has no multi-source replication (MySQL has it since 5.7, MariaDB in every pinned release)."
                .formatted(node, sources, release));
      }
      for (int source : sources) {
        if (releaseOf(source).family() != release.family() && !mayCross(source)) {
          throw new IllegalArgumentException(
              "Node %d (%s) cannot replicate from node %d (%s) by GTID: the families' GTIDs differ. A MariaDB replica of a MySQL source works by position only."
                  .formatted(node, release, source, releaseOf(source)));
        }
      }
    }
    if (semiSync && topology.nodes().stream().noneMatch(this::canSemiSync)) {
      throw new IllegalArgumentException(
          "None of these nodes has semi-synchronous replication: the pinned binaries of %s come without it."
              .formatted(topology.nodes().stream().map(this::releaseOf).distinct().toList()));
    }
  }

  private boolean mayCross(int source) {
    return !gtid && releaseOf(source).family() == ServerFamily.MYSQL;
  }

  ServerRelease releaseOf(int node) {
    return releases.getOrDefault(node, defaultRelease);
  }

  private boolean canSemiSync(int node) {
    return releaseOf(node).has(ServerFeature.SEMI_SYNC);
  }

  NodeSettings settingsOf(int node) {
    ServerRelease release = releaseOf(node);
    List<String> extra = new java.util.ArrayList<>(options);
    extra.addAll(nodeOptions.getOrDefault(node, List.of()));
    boolean separateDomain =
        release.family() == ServerFamily.MARIADB && topology.hasSeveralWriters();
    return new NodeSettings(
        node,
        release,
        gtid,
        semiSync && canSemiSync(node) && !topology.replicasOf(node).isEmpty(),
        semiSync && canSemiSync(node) && !topology.sourcesOf(node).isEmpty(),
        readOnlyReplicas && !topology.isWritable(node),
        fastTimeouts,
        !quietNodes.contains(node),
        separateDomain ? Optional.of(node) : Optional.empty(),
        extra);
  }

  /** The name of the channel from a source: none needed where there is one source only. */
  String channelName(Topology.Link link) {
    return topology.sourcesOf(link.replica()).size() > 1 ? "n" + link.source() : "";
  }
}
