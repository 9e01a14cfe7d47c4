package io.tutti.analysis;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Instances that come back to themselves when one goes from replica to source. */
final class Rings {
  private Rings() {}

  static SortedSet<InstanceAddress> members(TopologySnapshot snapshot, Cluster cluster) {
    Map<InstanceAddress, List<InstanceAddress>> sources =
        cluster.members().stream()
            .flatMap(member -> snapshot.linksOf(member).stream())
            .collect(
                Collectors.groupingBy(
                    ReplicationLink::replica,
                    Collectors.mapping(ReplicationLink::source, Collectors.toList())));
    return cluster.members().stream()
        .filter(member -> reachesItself(member, sources))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean reachesItself(
      InstanceAddress start, Map<InstanceAddress, List<InstanceAddress>> sources) {
    Set<InstanceAddress> seen = new HashSet<>();
    List<InstanceAddress> open = new ArrayList<>(sources.getOrDefault(start, List.of()));
    while (!open.isEmpty()) {
      InstanceAddress next = open.removeLast();
      if (next.equals(start)) {
        return true;
      }
      if (seen.add(next)) {
        open.addAll(sources.getOrDefault(next, List.of()));
      }
    }
    return false;
  }
}
