package io.tutti.rest;

import io.tutti.analysis.Advised;
import io.tutti.analysis.Analysis;
import io.tutti.analysis.Finding;
import io.tutti.analysis.Scope;
import io.tutti.analysis.Severity;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ReplicationFilter;
import io.tutti.topology.ChainLag;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Shortfall;
import io.tutti.topology.Starvation;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One snapshot, with what is found in it, turned into what clients see. */
final class Views {
  private final TopologySnapshot snapshot;
  private final List<Finding> findings;
  private final Analysis analysis;
  private final Instant now;

  /** Looked up for each instance, so gathered once: a fleet has thousands. */
  private final Map<InstanceAddress, String> clusterNames;

  private final Set<InstanceAddress> sources;
  private final Starvation starvation;
  private final Map<InstanceAddress, List<String>> aliases = new HashMap<>();
  private final Map<String, Set<String>> problems = new HashMap<>();

  Views(TopologySnapshot snapshot, Analysis analysis, Instant now) {
    this.snapshot = snapshot;
    this.analysis = analysis;
    this.findings = analysis.findings(snapshot);
    this.now = now;
    this.starvation = Starvation.of(snapshot);
    this.clusterNames = snapshot.currentClusterNames();
    this.sources =
        snapshot.links().stream().map(ReplicationLink::source).collect(Collectors.toSet());
    snapshot.aliases().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(alias ->
            aliases
                .computeIfAbsent(alias.getValue(), kept -> new ArrayList<>())
                .add(alias.getKey().toString()));
    for (Finding finding : findings) {
      if (finding.code().scope() != Scope.CLUSTER && !isTip(finding)) {
        String instance = finding.subject().split("/", 2)[0];
        problems
            .computeIfAbsent(instance, name -> new LinkedHashSet<>())
            .add(finding.code().name());
      }
    }
  }

  /** Advice that need not be followed is in the list of findings only. */
  private static boolean isTip(Finding finding) {
    return finding.code() instanceof Advised && finding.code().severity() == Severity.NOTICE;
  }

  /** A cluster in one line: how many members, and how well they are. */
  record ClusterView(
      String name,
      List<String> heads,
      List<String> flavors,
      int instances,
      int reached,
      Optional<String> worstSeverity,
      int findings) {}

  /** A cluster with all its members. */
  record TopologyView(
      String name, Instant takenAt, List<String> heads, List<InstanceView> instances) {}

  List<ClusterView> clusters() {
    return snapshot.clusters().stream().map(this::cluster).toList();
  }

  ClusterView cluster(Cluster cluster) {
    List<Node> nodes = nodes(cluster);
    List<Finding> own = findings(cluster);
    return new ClusterView(
        cluster.name(),
        cluster.heads().stream().map(Object::toString).toList(),
        nodes.stream()
            .flatMap(node -> node.state().stream())
            .map(state -> state.version().flavor())
            .distinct()
            .sorted()
            .toList(),
        nodes.size(),
        (int) nodes.stream().filter(Node::isReached).count(),
        own.stream().findFirst().map(worst -> worst.code().severity().name()),
        own.size());
  }

  TopologyView topology(Cluster cluster) {
    return new TopologyView(
        cluster.name(),
        now,
        cluster.heads().stream().map(Object::toString).toList(),
        nodes(cluster).stream().map(node -> instance(node, false)).toList());
  }

  List<InstanceView> instances() {
    return snapshot.nodes().values().stream().map(node -> instance(node, false)).toList();
  }

  InstanceView instance(Node node, boolean detailed) {
    InstanceAddress address = node.address();
    return InstanceView.of(
        node,
        new InstanceView.Surroundings(
            aliases.getOrDefault(address, List.of()),
            Optional.ofNullable(clusterNames.get(address)),
            sources.contains(address),
            snapshot.linksOf(address).stream().map(this::channel).toList(),
            List.copyOf(problems.getOrDefault(address.toString(), Set.of())),
            now),
        detailed);
  }

  private ChannelView channel(ReplicationLink link) {
    List<String> filters =
        snapshot.find(link.replica()).flatMap(Node::state).stream()
            .flatMap(state -> ReplicationFilter.of(state.settings()).stream())
            .filter(each -> !each.isOfBinlog() && each.channel().equals(link.channel().name()))
            .map(each -> each.name() + " = " + each.value())
            .toList();
    return ChannelView.of(
        link.channel(),
        new ChannelView.Chain(
            new ChainLag(snapshot, starvation).of(link),
            starvation.of(link.replica()).map(starved -> sentence(link.replica(), starved)),
            filters));
  }

  private String sentence(InstanceAddress replica, Starvation.Starved starved) {
    return "%s: it lacks %s"
        .formatted(
            starved,
            starved.writers().stream()
                .map(writer -> Shortfall.of(snapshot, replica, writer))
                .collect(Collectors.joining(" and ")));
  }

  /** What was found and what could not be judged, in one cluster or in all. */
  FindingsView findingsOf(Optional<Cluster> cluster) {
    List<Cluster> clusters = cluster.map(List::of).orElse(snapshot.clusters());
    return new FindingsView(
        cluster
            .map(one -> findings(one).stream().map(FindingView::of).toList())
            .orElseGet(this::findings),
        clusters.stream()
            .flatMap(each -> analysis.notJudged(snapshot, each).stream())
            .map(FindingsView.NotJudgedView::of)
            .toList());
  }

  List<FindingView> findings() {
    return findings.stream().map(FindingView::of).toList();
  }

  /** Worst first. */
  List<Finding> findings(Cluster cluster) {
    return findings.stream().filter(finding -> finding.cluster().equals(cluster.name())).toList();
  }

  private List<Node> nodes(Cluster cluster) {
    return cluster.members().stream().flatMap(member -> snapshot.find(member).stream()).toList();
  }
}
