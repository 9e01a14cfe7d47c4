package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Groups instances into clusters and names them.
 *
 * <ol>
 *   <li>Instances joined by a channel, or found through one another and not yet read, are one
 *       cluster.
 *   <li>Its heads are the members without a source among the members; in a ring the first member by
 *       address.
 *   <li>A cluster keeps the name that one of its heads bore before; so a failover keeps it, and a
 *       crawl that comes to the true source last ends with the source's name. Of two clusters that
 *       claim a name, the one whose head takes writes has it: while a failover moves one replica
 *       after the other, most of them are still below the dead source. Else it is the one with more
 *       bearers, then one whose head answers. A cluster left without one is named after its first
 *       head, with a number where another cluster kept that name.
 * </ol>
 */
final class Clustering {
  private Clustering() {}

  static List<Cluster> clusters(
      SortedMap<InstanceAddress, Node> nodes,
      List<ReplicationLink> links,
      Map<InstanceAddress, String> oldNames) {
    Map<InstanceAddress, Set<InstanceAddress>> joined = joined(nodes, links);
    List<SortedSet<InstanceAddress>> groups = new ArrayList<>();
    Set<InstanceAddress> seen = new HashSet<>();
    for (InstanceAddress address : nodes.keySet()) {
      if (!seen.contains(address)) {
        SortedSet<InstanceAddress> group = reachable(address, joined);
        seen.addAll(group);
        groups.add(group);
      }
    }
    Map<SortedSet<InstanceAddress>, List<InstanceAddress>> heads = new HashMap<>();
    groups.forEach(group -> heads.put(group, heads(group, nodes, links)));
    Map<SortedSet<InstanceAddress>, String> kept = keptNames(heads, nodes, oldNames);
    Set<String> taken = new HashSet<>(kept.values());
    List<Cluster> clusters = new ArrayList<>();
    for (SortedSet<InstanceAddress> group : groups) {
      List<InstanceAddress> ownHeads = heads.getOrDefault(group, List.of());
      String name =
          kept.containsKey(group) ? kept.get(group) : freeName(ownHeads.getFirst(), taken);
      taken.add(name);
      clusters.add(new Cluster(name, group, ownHeads));
    }
    clusters.sort(Comparator.comparing(Cluster::name));
    return List.copyOf(clusters);
  }

  private static Map<InstanceAddress, Set<InstanceAddress>> joined(
      SortedMap<InstanceAddress, Node> nodes, List<ReplicationLink> links) {
    Map<InstanceAddress, Set<InstanceAddress>> joined = new HashMap<>();
    for (ReplicationLink link : links) {
      join(joined, nodes, link.replica(), link.source());
    }
    for (Node node : nodes.values()) {
      if (node.state().isEmpty()) {
        node.foundVia().ifPresent(via -> join(joined, nodes, node.address(), via));
      }
    }
    return joined;
  }

  private static void join(
      Map<InstanceAddress, Set<InstanceAddress>> joined,
      SortedMap<InstanceAddress, Node> nodes,
      InstanceAddress one,
      InstanceAddress other) {
    if (nodes.containsKey(one) && nodes.containsKey(other)) {
      joined.computeIfAbsent(one, key -> new TreeSet<>()).add(other);
      joined.computeIfAbsent(other, key -> new TreeSet<>()).add(one);
    }
  }

  private static SortedSet<InstanceAddress> reachable(
      InstanceAddress start, Map<InstanceAddress, Set<InstanceAddress>> joined) {
    SortedSet<InstanceAddress> group = new TreeSet<>();
    List<InstanceAddress> open = new ArrayList<>(List.of(start));
    while (!open.isEmpty()) {
      InstanceAddress next = open.removeLast();
      if (group.add(next)) {
        open.addAll(joined.getOrDefault(next, Set.of()));
      }
    }
    return group;
  }

  private static List<InstanceAddress> heads(
      SortedSet<InstanceAddress> group,
      SortedMap<InstanceAddress, Node> nodes,
      List<ReplicationLink> links) {
    Set<InstanceAddress> replicas =
        links.stream()
            .filter(link -> group.contains(link.source()) && group.contains(link.replica()))
            .map(ReplicationLink::replica)
            .collect(Collectors.toSet());
    Map<InstanceAddress, Long> replicaCounts =
        links.stream()
            .filter(link -> group.contains(link.source()))
            .collect(
                Collectors.groupingBy(
                    ReplicationLink::source, TreeMap::new, Collectors.counting()));
    // One that was not read yet may turn out to be a replica, so it does not give the name.
    Comparator<InstanceAddress> mostReplicasFirst =
        Comparator.comparing((InstanceAddress address) -> isUnread(nodes, address))
            .thenComparing(address -> -replicaCounts.getOrDefault(address, 0L))
            .thenComparing(Comparator.naturalOrder());
    List<InstanceAddress> free =
        group.stream()
            .filter(address -> !replicas.contains(address))
            .sorted(mostReplicasFirst)
            .toList();
    return free.isEmpty() ? List.of(group.stream().min(mostReplicasFirst).orElseThrow()) : free;
  }

  private static boolean isUnread(SortedMap<InstanceAddress, Node> nodes, InstanceAddress address) {
    return Optional.ofNullable(nodes.get(address)).flatMap(Node::state).isEmpty();
  }

  private static Map<SortedSet<InstanceAddress>, String> keptNames(
      Map<SortedSet<InstanceAddress>, List<InstanceAddress>> headsOfGroups,
      SortedMap<InstanceAddress, Node> nodes,
      Map<InstanceAddress, String> oldNames) {
    record Claim(
        String name,
        SortedSet<InstanceAddress> group,
        boolean isServed,
        long bearers,
        boolean isReached) {}
    List<Claim> claims = new ArrayList<>();
    headsOfGroups.forEach((group, heads) ->
        heads.stream()
            .filter(oldNames::containsKey)
            .map(oldNames::get)
            .distinct()
            .forEach(name ->
                claims.add(
                    new Claim(
                        name,
                        group,
                        heads.stream().anyMatch(head -> takesWrites(nodes, head)),
                        bearers(name, group, oldNames),
                        heads.stream().anyMatch(head -> isReached(nodes, head))))));
    claims.sort(
        Comparator.comparing((Claim claim) -> !claim.isServed())
            .thenComparing(claim -> -claim.bearers())
            .thenComparing(claim -> !claim.isReached())
            .thenComparing(claim -> claim.group().first()));
    Map<SortedSet<InstanceAddress>, String> kept = new HashMap<>();
    Set<String> given = new HashSet<>();
    for (Claim claim : claims) {
      if (!kept.containsKey(claim.group()) && given.add(claim.name())) {
        kept.put(claim.group(), claim.name());
      }
    }
    return kept;
  }

  private static boolean isReached(
      SortedMap<InstanceAddress, Node> nodes, InstanceAddress address) {
    return Optional.ofNullable(nodes.get(address)).filter(Node::isReached).isPresent();
  }

  private static boolean takesWrites(
      SortedMap<InstanceAddress, Node> nodes, InstanceAddress address) {
    return Optional.ofNullable(nodes.get(address))
        .flatMap(Node::currentState)
        .filter(state -> state.writeProtection().acceptsWrites().is(true))
        .isPresent();
  }

  private static long bearers(
      String name, SortedSet<InstanceAddress> group, Map<InstanceAddress, String> oldNames) {
    return group.stream().filter(member -> name.equals(oldNames.get(member))).count();
  }

  /** Never the address of another member: that may be in another cluster a moment later. */
  private static String freeName(InstanceAddress head, Set<String> taken) {
    return Stream.concat(
            Stream.of(head.toString()),
            IntStream.iterate(2, number -> number + 1).mapToObj(number -> head + "-" + number))
        .filter(name -> !taken.contains(name))
        .findFirst()
        .orElseThrow();
  }
}
