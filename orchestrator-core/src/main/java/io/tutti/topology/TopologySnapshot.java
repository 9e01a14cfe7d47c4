package io.tutti.topology;

import io.tutti.model.Channel;
import io.tutti.model.CounterInterval;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that was observed of servers, at one moment. Immutable. Beside it stand the {@link Records}
 * of the controller itself: {@link WorldView} is both.
 */
public final class TopologySnapshot {
  private final Instant takenAt;
  private final SortedMap<InstanceAddress, Node> nodes;
  private final Map<InstanceAddress, InstanceAddress> aliases;
  private final Map<InstanceAddress, String> clusterNames;
  private final List<ReplicationLink> links;
  private final List<Cluster> clusters;
  private final Map<InstanceAddress, CounterInterval> intervals;
  private final Map<InstanceAddress, Instant> errantSince;
  private final Watching watching;

  // Looked up for each of thousands of instances.
  private final Map<InstanceAddress, List<ReplicationLink>> linksBySource;
  private final Map<InstanceAddress, Cluster> clustersByMember;
  private final Map<String, List<Node>> nodesByUuid;

  private TopologySnapshot(
      Observations observed, List<ReplicationLink> links, List<Cluster> clusters) {
    this.takenAt = observed.takenAt();
    this.nodes = observed.nodes();
    this.aliases = observed.aliases();
    this.clusterNames = observed.clusterNames();
    this.intervals = observed.intervals();
    this.errantSince = observed.errantSince();
    this.watching = observed.watching();
    this.links = List.copyOf(links);
    this.clusters = clusters;
    this.linksBySource =
        this.links.stream().collect(Collectors.groupingBy(ReplicationLink::source));
    this.clustersByMember = new HashMap<>();
    clusters.forEach(
        cluster -> cluster.members().forEach(member -> clustersByMember.put(member, cluster)));
    this.nodesByUuid = new HashMap<>();
    nodes
        .values()
        .forEach(node ->
            uuidOf(node)
                .ifPresent(uuid ->
                    nodesByUuid.computeIfAbsent(uuid, first -> new ArrayList<>(1)).add(node)));
  }

  private static Optional<String> uuidOf(Node node) {
    return node.state().flatMap(state -> state.identity().serverUuid().asOptional());
  }

  /** What a snapshot is worked out from. */
  private record Observations(
      Instant takenAt,
      SortedMap<InstanceAddress, Node> nodes,
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, String> clusterNames,
      Map<InstanceAddress, CounterInterval> intervals,
      Map<InstanceAddress, Instant> errantSince,
      Watching watching) {
    Observations {
      nodes = Collections.unmodifiableSortedMap(nodes);
      aliases = Map.copyOf(aliases);
      clusterNames = Map.copyOf(clusterNames);
      intervals = Map.copyOf(intervals);
      errantSince = Map.copyOf(errantSince);
    }
  }

  /** A snapshot with its links and clusters worked out. */
  public static TopologySnapshot of(
      Instant takenAt,
      Collection<Node> known,
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, String> clusterNames) {
    SortedMap<InstanceAddress, Node> nodes = new TreeMap<>();
    known.forEach(node -> nodes.put(node.address(), node));
    List<ReplicationLink> links = new ArrayList<>();
    nodes.values().forEach(node -> addLinks(node, aliases, nodes, links));
    return new TopologySnapshot(
        new Observations(
            takenAt, nodes, aliases, clusterNames, Map.of(), Map.of(), Watching.ALWAYS),
        links,
        Clustering.clusters(nodes, links, clusterNames));
  }

  private static void addLinks(
      Node node,
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, Node> nodes,
      List<ReplicationLink> links) {
    for (Channel channel : node.lastKnownChannels()) {
      InstanceAddress source = resolve(aliases, nodes, node.address(), channel.source());
      links.add(new ReplicationLink(node.address(), source, channel));
    }
  }

  /**
   * The same after further readings of instances that it has, which changed nobody's source: who
   * has the same cluster as before needs no working out.
   *
   * @param read by address; each {@link Node#isPlacedLike} the one that it follows
   */
  public TopologySnapshot after(Instant at, Map<InstanceAddress, Node> read) {
    SortedMap<InstanceAddress, Node> now = new TreeMap<>(nodes);
    now.putAll(read);
    List<ReplicationLink> rejoined = new ArrayList<>(links.size());
    for (Node node : now.values()) {
      if (read.containsKey(node.address())) {
        addLinks(node, aliases, now, rejoined);
      } else {
        rejoined.addAll(linksOf(node.address()));
      }
    }
    return new TopologySnapshot(
        new Observations(at, now, aliases, currentClusterNames(), intervals, errantSince, watching),
        rejoined,
        clusters);
  }

  /**
   * The same with what only several readings show.
   *
   * @param grown how the counters of instances grew lately, where that is known
   * @param errant when this controller first saw errant transactions, by instance
   * @param watched how this controller watched
   */
  public TopologySnapshot over(
      Map<InstanceAddress, CounterInterval> grown,
      Map<InstanceAddress, Instant> errant,
      Watching watched) {
    return new TopologySnapshot(
        new Observations(takenAt, nodes, aliases, clusterNames, grown, errant, watched),
        links,
        clusters);
  }

  /** The same, of a controller that has always run. */
  public TopologySnapshot over(
      Map<InstanceAddress, CounterInterval> grown, Map<InstanceAddress, Instant> errant) {
    return over(grown, errant, watching);
  }

  /**
   * Since when this controller has run without a pause: what it did not hear before then, it may
   * have slept through.
   */
  public Instant awakeSince() {
    return watching.awakeSince();
  }

  /** How this controller watches. */
  public Watching watching() {
    return watching;
  }

  /** When the latest of it was observed. */
  public Instant takenAt() {
    return takenAt;
  }

  /** By the address each is kept under. */
  public SortedMap<InstanceAddress, Node> nodes() {
    return nodes;
  }

  /** Other names of known instances, and the address each is kept under. */
  public Map<InstanceAddress, InstanceAddress> aliases() {
    return aliases;
  }

  /** The name of the cluster that each instance was in before this snapshot. */
  public Map<InstanceAddress, String> clusterNames() {
    return clusterNames;
  }

  /** In the order of their replicas. */
  public List<ReplicationLink> links() {
    return links;
  }

  /** By name. */
  public List<Cluster> clusters() {
    return clusters;
  }

  /** The address under which an instance is kept that goes by that name, known or not. */
  public InstanceAddress keptUnder(InstanceAddress address) {
    return aliases.getOrDefault(address, address);
  }

  /** When this controller first saw errant transactions of an instance. */
  public Optional<Instant> errantSince(InstanceAddress address) {
    return Optional.ofNullable(errantSince.get(keptUnder(address)));
  }

  /** How the instance's counters grew lately. */
  public Observed<CounterInterval> intervalOf(InstanceAddress address) {
    CounterInterval interval = intervals.get(address);
    return interval == null
        ? Observed.unknown("the counters of " + address + " were not read twice yet")
        : Observed.known(interval);
  }

  private static InstanceAddress resolve(
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, Node> nodes,
      InstanceAddress replica,
      InstanceAddress source) {
    InstanceAddress seen = Neighbour.asSeenFrom(replica, source);
    return nodes.containsKey(seen) ? seen : aliases.getOrDefault(seen, seen);
  }

  /** The instance under that address or alias. */
  public Optional<Node> find(InstanceAddress address) {
    return Optional.ofNullable(nodes.get(keptUnder(address)));
  }

  /**
   * Who lists an address as that of a replica, where no server was ever read there and none
   * replicates from it: whoever may replicate can register any address.
   */
  public Optional<InstanceAddress> onlyListedBy(InstanceAddress address) {
    return find(address)
        .filter(node -> node.state().isEmpty() && linksTo(node.address()).isEmpty())
        .flatMap(Node::foundVia);
  }

  /** The instances that reported this server_uuid when they were read last. */
  public List<Node> nodesOfUuid(String uuid) {
    return nodesByUuid.getOrDefault(uuid, List.of());
  }

  /** The cluster that the instance is in. */
  public Optional<Cluster> clusterOf(InstanceAddress address) {
    return Optional.ofNullable(clustersByMember.get(keptUnder(address)));
  }

  /** The cluster of that name, or the one that an instance of that address is in. */
  public Optional<Cluster> findCluster(String name) {
    return clusters.stream()
        .filter(cluster -> cluster.name().equals(name))
        .findFirst()
        .or(() -> byMember(name));
  }

  private Optional<Cluster> byMember(String name) {
    try {
      return clusterOf(InstanceAddress.parse(name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Links are in the order of their replicas, and are looked up for each of thousands. */
  public List<ReplicationLink> linksOf(InstanceAddress replica) {
    int from = firstLinkNotBefore(replica);
    int to = from;
    while (to < links.size() && links.get(to).replica().equals(replica)) {
      to++;
    }
    return links.subList(from, to);
  }

  private int firstLinkNotBefore(InstanceAddress replica) {
    int low = 0;
    int high = links.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (links.get(middle).replica().compareTo(replica) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public List<ReplicationLink> linksTo(InstanceAddress source) {
    return linksBySource.getOrDefault(source, List.of());
  }

  /** Other names under which the instance was met. */
  public List<InstanceAddress> aliasesOf(InstanceAddress address) {
    return aliases.entrySet().stream()
        .filter(entry -> entry.getValue().equals(address))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** The cluster's name of each instance, as it is now: the memory for the next snapshot. */
  public Map<InstanceAddress, String> currentClusterNames() {
    return clusters.stream()
        .flatMap(
            cluster -> cluster.members().stream().map(member -> Map.entry(member, cluster.name())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
