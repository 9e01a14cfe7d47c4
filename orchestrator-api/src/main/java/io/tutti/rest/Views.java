package io.tutti.rest;

import io.tutti.analysis.Advised;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCode;
import io.tutti.analysis.Severity;
import io.tutti.api.ChannelView;
import io.tutti.api.ClusterView;
import io.tutti.api.FindingView;
import io.tutti.api.FindingsView;
import io.tutti.api.InstanceView;
import io.tutti.api.TopologyView;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ReplicationFilter;
import io.tutti.topology.ChainLag;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Shortfall;
import io.tutti.topology.Starvation;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.ClusterFindings;
import io.tutti.world.Found;
import io.tutti.world.JudgedWorld;
import io.tutti.world.KeptLabels;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One view of the world turned into what clients see. Of a cluster or an instance nothing is worked
 * out but what is shown of it: a fleet has thousands.
 */
final class Views {
  private final JudgedWorld world;
  private final KeptLabels labels;
  private final TopologySnapshot snapshot;
  private final Instant now;
  private final Starvation starvation;

  /** By cluster: the codes found of each of its instances. */
  private final Map<String, Map<InstanceAddress, Set<String>>> problems = new HashMap<>();

  Views(JudgedWorld world, KeptLabels labels, Instant now) {
    this.world = world;
    this.labels = labels;
    this.snapshot = world.view().topology();
    this.now = now;
    this.starvation = Starvation.of(snapshot);
  }

  /** What is shown. */
  TopologySnapshot snapshot() {
    return snapshot;
  }

  private List<String> problemsOf(InstanceAddress address, Cluster cluster) {
    return List.copyOf(
        problems
            .computeIfAbsent(cluster.name(), name -> byInstance(world.findingsOf(cluster)))
            .getOrDefault(address, Set.of()));
  }

  private boolean counts(Found found) {
    return world.silenced(found, now).isEmpty();
  }

  private Map<InstanceAddress, Set<String>> byInstance(ClusterFindings cluster) {
    Map<InstanceAddress, Set<String>> problems = new HashMap<>();
    for (Found found : cluster.found()) {
      Finding finding = found.finding();
      if (!isTip(finding) && counts(found)) {
        finding
            .about()
            .instance()
            .ifPresent(instance ->
                problems
                    .computeIfAbsent(instance, address -> new LinkedHashSet<>())
                    .add(finding.code().name()));
      }
    }
    return problems;
  }

  /**
   * Advice that need not be followed is in the list of findings only: that a server does not start
   * fenced is so of every server as it comes.
   */
  private static boolean isTip(Finding finding) {
    boolean isAdvice =
        finding.code() instanceof Advised || finding.code() == FindingCode.STARTS_UNFENCED;
    return isAdvice && finding.severity() == Severity.NOTICE;
  }

  List<ClusterView> clusters() {
    return snapshot.clusters().stream().map(this::cluster).toList();
  }

  ClusterView cluster(Cluster cluster) {
    List<Node> nodes = nodes(cluster);
    List<Found> own = world.findingsOf(cluster).found().stream().filter(this::counts).toList();
    return new ClusterView(
        cluster.name(),
        aliases(cluster),
        cluster.heads().stream().map(Object::toString).toList(),
        nodes.stream()
            .flatMap(node -> node.state().stream())
            .map(state -> state.version().flavor())
            .distinct()
            .sorted()
            .toList(),
        nodes.size(),
        (int) nodes.stream().filter(Node::isReached).count(),
        own.stream().findFirst().map(worst -> worst.finding().severity().name()),
        own.size(),
        ForesightViews.of(world.findingsOf(cluster).foreseen()));
  }

  TopologyView topology(Cluster cluster) {
    return new TopologyView(
        cluster.name(),
        aliases(cluster),
        now,
        cluster.heads().stream().map(Object::toString).toList(),
        nodes(cluster).stream().map(node -> instance(node, false)).toList(),
        ForesightViews.of(world.findingsOf(cluster).foreseen()));
  }

  private List<String> aliases(Cluster cluster) {
    return labels.aliases().of(snapshot, cluster);
  }

  List<InstanceView> instances() {
    return snapshot.nodes().values().stream().map(node -> instance(node, false)).toList();
  }

  InstanceView instance(Node node, boolean detailed) {
    InstanceAddress address = node.address();
    Optional<Cluster> cluster = snapshot.clusterOf(address);
    return InstanceViews.of(
        node,
        new InstanceViews.Surroundings(
            snapshot.aliasesOf(address).stream().map(Object::toString).toList(),
            labels.taggingsOf(address),
            cluster.map(Cluster::name),
            !snapshot.linksTo(address).isEmpty(),
            snapshot.linksOf(address).stream().map(this::channel).toList(),
            cluster.map(own -> problemsOf(address, own)).orElse(List.of()),
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
    return ChannelViews.of(
        link.channel(),
        new ChannelViews.Chain(
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

  /** What was found and what could not be judged, of what is asked for. */
  FindingsView findings(FindingFilter filter) {
    Map<Boolean, List<FindingView>> bySilence =
        clusters(filter).stream()
            .flatMap(cluster -> world.findingsOf(cluster).found().stream())
            .filter(filter::lets)
            .sorted(Comparator.comparing((Found each) -> each.finding().severity()).reversed())
            .map(found -> FindingViews.of(found, world.silenced(found, now)))
            .collect(Collectors.partitioningBy(each -> each.silence().isPresent()));
    List<FindingView> counted = bySilence.getOrDefault(false, List.of());
    return new FindingsView(
        FindingViews.counted(counted),
        counted,
        bySilence.getOrDefault(true, List.of()),
        clusters(filter).stream()
            .flatMap(cluster -> world.findingsOf(cluster).notJudged().stream())
            .filter(filter::lets)
            .map(FindingViews::of)
            .toList());
  }

  private List<Cluster> clusters(FindingFilter filter) {
    return filter.clusters().isEmpty() ? snapshot.clusters() : filter.clusters();
  }

  private List<Node> nodes(Cluster cluster) {
    return cluster.members().stream().flatMap(member -> snapshot.find(member).stream()).toList();
  }
}
