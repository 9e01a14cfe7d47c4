package io.tutti.topology;

import io.tutti.crash.Incident;
import io.tutti.model.CounterInterval;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything known at one moment. Immutable; the one input of analysis and planning.
 *
 * @param nodes by the address each is kept under
 * @param aliases other names of known instances, and the address each is kept under
 * @param clusterNames the name of the cluster that each instance was in before this snapshot
 * @param intervals how the counters of instances grew lately, where that is known
 * @param desired the settings that somebody asked to keep, by instance
 * @param backups the open backup sessions, by instance
 * @param incidents the restarts that somebody must look at, by instance, the newest first
 * @param fences by instance
 * @param boots how instances were when they had just started
 * @param rebuilds those that are to be made anew, by instance
 * @param errantSince when this controller first saw errant transactions, by instance
 */
public record TopologySnapshot(
    Instant takenAt,
    SortedMap<InstanceAddress, Node> nodes,
    Map<InstanceAddress, InstanceAddress> aliases,
    Map<InstanceAddress, String> clusterNames,
    List<ReplicationLink> links,
    List<Cluster> clusters,
    Map<InstanceAddress, CounterInterval> intervals,
    Map<InstanceAddress, List<DesiredSetting>> desired,
    Map<InstanceAddress, BackupSession> backups,
    Map<InstanceAddress, List<Incident>> incidents,
    Map<InstanceAddress, Fence> fences,
    Map<InstanceAddress, BootSight> boots,
    Map<InstanceAddress, RebuildMark> rebuilds,
    Map<InstanceAddress, Instant> errantSince) {

  /** A snapshot with its links and clusters worked out. */
  public static TopologySnapshot of(
      Instant takenAt,
      Collection<Node> known,
      Map<InstanceAddress, InstanceAddress> aliases,
      Map<InstanceAddress, String> clusterNames) {
    SortedMap<InstanceAddress, Node> nodes = new TreeMap<>();
    known.forEach(node -> nodes.put(node.address(), node));
    List<ReplicationLink> links = new ArrayList<>();
    for (Node node : nodes.values()) {
      node.lastKnownChannels()
          .forEach(channel ->
              links.add(
                  new ReplicationLink(
                      node.address(),
                      resolve(aliases, nodes, node.address(), channel.source()),
                      channel)));
    }
    List<Cluster> clusters = Clustering.clusters(nodes, links, clusterNames);
    return new TopologySnapshot(
        takenAt,
        Collections.unmodifiableSortedMap(nodes),
        Map.copyOf(aliases),
        Map.copyOf(clusterNames),
        List.copyOf(links),
        clusters,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of());
  }

  private TopologySnapshot with(
      Map<InstanceAddress, CounterInterval> grown,
      Map<InstanceAddress, List<DesiredSetting>> wanted,
      Map<InstanceAddress, BackupSession> held,
      Map<InstanceAddress, List<Incident>> open,
      Map<InstanceAddress, Fence> raised,
      Map<InstanceAddress, BootSight> seen) {
    return new TopologySnapshot(
        takenAt,
        nodes,
        aliases,
        clusterNames,
        links,
        clusters,
        grown,
        wanted,
        held,
        open,
        raised,
        seen,
        rebuilds,
        errantSince);
  }

  /** The same, knowing how counters grew. */
  public TopologySnapshot withIntervals(Map<InstanceAddress, CounterInterval> grown) {
    return with(Map.copyOf(grown), desired, backups, incidents, fences, boots);
  }

  /** The same, knowing which settings are to be kept. */
  public TopologySnapshot withDesired(Map<InstanceAddress, List<DesiredSetting>> wanted) {
    return with(intervals, Map.copyOf(wanted), backups, incidents, fences, boots);
  }

  /** The same, knowing which backup sessions are open. */
  public TopologySnapshot withBackups(Collection<BackupSession> open) {
    Map<InstanceAddress, BackupSession> held =
        byInstance(open.stream().filter(BackupSession::isOpen).toList(), BackupSession::instance);
    return with(intervals, desired, held, incidents, fences, boots);
  }

  /** The same, knowing which restarts somebody must look at, the newest first. */
  public TopologySnapshot withIncidents(Collection<Incident> open) {
    Map<InstanceAddress, List<Incident>> left =
        open.stream()
            .filter(Incident::isOpen)
            .collect(
                Collectors.groupingBy(
                    incident -> aliases.getOrDefault(incident.instance(), incident.instance())));
    return with(intervals, desired, backups, Map.copyOf(left), fences, boots);
  }

  /** The same, knowing which servers are fenced. */
  public TopologySnapshot withFences(Collection<Fence> raised) {
    return with(intervals, desired, backups, incidents, byInstance(raised, Fence::instance), boots);
  }

  /** The same, knowing how servers were when they had just started. */
  public TopologySnapshot withBoots(Collection<BootSight> seen) {
    return with(
        intervals, desired, backups, incidents, fences, byInstance(seen, BootSight::instance));
  }

  /** The same, knowing which servers are to be made anew. */
  public TopologySnapshot withRebuilds(Collection<RebuildMark> marks) {
    return new TopologySnapshot(
        takenAt,
        nodes,
        aliases,
        clusterNames,
        links,
        clusters,
        intervals,
        desired,
        backups,
        incidents,
        fences,
        boots,
        byInstance(marks, RebuildMark::instance),
        errantSince);
  }

  /** The same, knowing since when errant transactions are seen. */
  public TopologySnapshot withErrantSince(Map<InstanceAddress, Instant> seen) {
    return new TopologySnapshot(
        takenAt,
        nodes,
        aliases,
        clusterNames,
        links,
        clusters,
        intervals,
        desired,
        backups,
        incidents,
        fences,
        boots,
        rebuilds,
        Map.copyOf(seen));
  }

  /** When this controller first saw errant transactions of an instance. */
  public Optional<Instant> errantSince(InstanceAddress address) {
    return Optional.ofNullable(errantSince.get(aliases.getOrDefault(address, address)));
  }

  /** The first of each instance, under the address by which it is known. */
  private <T> Map<InstanceAddress, T> byInstance(
      Collection<T> all, Function<T, InstanceAddress> instance) {
    return Map.copyOf(
        all.stream()
            .collect(
                Collectors.toMap(
                    each -> aliases.getOrDefault(instance.apply(each), instance.apply(each)),
                    Function.identity(),
                    (one, other) -> one)));
  }

  /** The restarts of an instance that somebody must look at, the newest first. */
  public List<Incident> incidentsOf(InstanceAddress address) {
    return incidents.getOrDefault(aliases.getOrDefault(address, address), List.of());
  }

  /** How an instance was when it had just started; empty when nobody saw that. */
  public Optional<BootSight> bootOf(InstanceAddress address) {
    return Optional.ofNullable(boots.get(aliases.getOrDefault(address, address)));
  }

  /** The fence around an instance. */
  public Optional<Fence> fenceOf(InstanceAddress address) {
    return Optional.ofNullable(fences.get(aliases.getOrDefault(address, address)));
  }

  /** That an instance is to be made anew: whoever would promote or change it must not. */
  public Optional<RebuildMark> rebuildOf(InstanceAddress address) {
    return Optional.ofNullable(rebuilds.get(aliases.getOrDefault(address, address)));
  }

  /**
   * The backup session that is open on an instance: whoever would promote, change or move it must
   * leave it alone.
   */
  public Optional<BackupSession> backupOf(InstanceAddress address) {
    return Optional.ofNullable(backups.get(aliases.getOrDefault(address, address)));
  }

  /** The settings of an instance that somebody asked to keep. */
  public List<DesiredSetting> desiredOf(InstanceAddress address) {
    return desired.getOrDefault(address, List.of());
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
    return Optional.ofNullable(nodes.get(aliases.getOrDefault(address, address)));
  }

  /** The cluster that the instance is in. */
  public Optional<Cluster> clusterOf(InstanceAddress address) {
    InstanceAddress kept = aliases.getOrDefault(address, address);
    return clusters.stream().filter(cluster -> cluster.members().contains(kept)).findFirst();
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
    return links.stream().filter(link -> link.source().equals(source)).toList();
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
