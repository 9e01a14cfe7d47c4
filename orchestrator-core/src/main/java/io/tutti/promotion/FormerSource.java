package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A server that was the source of others, and is not any more. Pure. */
public final class FormerSource {
  private FormerSource() {}

  /**
   * Who may have its place: where those that were beside it are now, whoever nobody is above.
   *
   * @param members of its cluster when it lost its place; as they are when that was not kept
   */
  public static List<InstanceAddress> heads(
      TopologySnapshot snapshot, InstanceAddress former, Collection<InstanceAddress> members) {
    SortedSet<InstanceAddress> heads = new TreeSet<>();
    members.stream()
        .map(snapshot::keptUnder)
        .flatMap(member -> snapshot.clusterOf(member).stream())
        .map(Cluster::heads)
        .forEach(heads::addAll);
    snapshot.clusterOf(former).map(Cluster::heads).ifPresent(heads::addAll);
    heads.remove(former);
    return List.copyOf(heads);
  }

  /** The same by what is kept of its fence, and of who was below it while it lived. */
  public static List<InstanceAddress> heads(WorldView world, InstanceAddress former) {
    List<InstanceAddress> members = new ArrayList<>();
    world.membersBelow(former).forEach(below -> members.add(below.address()));
    world.fenceOf(former).map(Fence::members).ifPresent(members::addAll);
    return heads(world.topology(), former, members);
  }
}
