package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A server that was the source of others, and is not any more. Pure. */
public final class FormerSource {
  private FormerSource() {}

  /**
   * Who may have its place: where those that were beside it are now, whoever nobody is above.
   *
   * @param members of its cluster when it lost its place; as they are when that was not kept
   * @param below who of them replicated from it
   */
  static List<InstanceAddress> heads(
      TopologySnapshot snapshot,
      InstanceAddress former,
      Collection<InstanceAddress> members,
      Collection<InstanceAddress> below) {
    SortedSet<InstanceAddress> heads = new TreeSet<>();
    members.stream()
        .map(snapshot::keptUnder)
        .flatMap(member -> snapshot.clusterOf(member).stream())
        .map(Cluster::heads)
        .forEach(heads::addAll);
    snapshot.clusterOf(former).map(Cluster::heads).ifPresent(heads::addAll);
    heads.remove(former);
    Set<InstanceAddress> under =
        below.stream().map(snapshot::keptUnder).collect(Collectors.toSet());
    return heads.stream().filter(head -> !isOfOthers(snapshot, head, heads, under)).toList();
  }

  /**
   * One that was not below it, and is above others only that replicate from one that was, too: a
   * replica with several sources brings other clusters' sources along.
   */
  private static boolean isOfOthers(
      TopologySnapshot snapshot,
      InstanceAddress head,
      Set<InstanceAddress> heads,
      Set<InstanceAddress> under) {
    List<Set<InstanceAddress>> below =
        under.stream()
            .map(each -> above(snapshot, each))
            .filter(above -> above.contains(head))
            .toList();
    return !under.contains(head)
        && !below.isEmpty()
        && below.stream()
            .allMatch(above ->
                heads.stream().anyMatch(other -> under.contains(other) && above.contains(other)));
  }

  /** A server, and whomever it replicates from, directly or not. */
  private static Set<InstanceAddress> above(TopologySnapshot snapshot, InstanceAddress server) {
    Set<InstanceAddress> above = new TreeSet<>(Set.of(server));
    Deque<InstanceAddress> next = new ArrayDeque<>(above);
    while (!next.isEmpty()) {
      snapshot.linksOf(next.pop()).stream()
          .map(ReplicationLink::source)
          .filter(above::add)
          .forEach(next::push);
    }
    return above;
  }

  /** The same by what is kept of its fence, and of who was below it while it lived. */
  public static List<InstanceAddress> heads(WorldView world, InstanceAddress former) {
    List<InstanceAddress> below =
        world.membersBelow(former).stream().map(RememberedCluster.Member::address).toList();
    List<InstanceAddress> members = new ArrayList<>(below);
    world.fenceOf(former).map(Fence::members).ifPresent(members::addAll);
    return heads(world.topology(), former, members, below.isEmpty() ? members : below);
  }

  /** The one of them that takes writes; empty where none does, or several do. */
  public static Optional<InstanceState> writer(WorldView world, InstanceAddress former) {
    List<InstanceState> writers =
        heads(world, former).stream()
            .flatMap(head -> world.topology().find(head).stream())
            .flatMap(head -> head.currentState().stream())
            .filter(head -> head.writeProtection().acceptsWrites().is(true))
            .toList();
    return writers.size() == 1 ? Optional.of(writers.getFirst()) : Optional.empty();
  }
}
