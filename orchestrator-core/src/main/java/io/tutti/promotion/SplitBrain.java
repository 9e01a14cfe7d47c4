package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.RememberedCluster.Member;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two servers that take writes, neither of which replicates from the other, and that were one
 * cluster when its source lived: what each takes is nowhere else. Pure.
 *
 * @param one who is looked at
 * @param other the first of the others
 */
public record SplitBrain(InstanceState one, InstanceState other, RememberedCluster of) {

  /** Whether a server is one of two. */
  public static Optional<SplitBrain> of(WorldView world, Node node) {
    return world.records().remembered().with(node.address()).stream()
        .flatMap(cluster -> of(world.topology(), node, cluster).stream())
        .findFirst();
  }

  private static Optional<SplitBrain> of(
      TopologySnapshot topology, Node node, RememberedCluster cluster) {
    List<InstanceState> holders =
        Stream.concat(
                Stream.of(cluster.source()),
                cluster.members().stream()
                    .filter(each -> isAway(topology, each, cluster))
                    .map(Member::address))
            .map(topology::keptUnder)
            .distinct()
            .flatMap(each -> topology.find(each).stream())
            .filter(each -> isAlone(topology, each, cluster))
            .flatMap(each -> each.currentState().stream())
            .filter(state -> state.writeProtection().acceptsWrites().is(true))
            .toList();
    Optional<InstanceState> one =
        holders.stream().filter(state -> is(topology, state, node)).findFirst();
    Optional<InstanceState> other =
        holders.stream().filter(state -> !is(topology, state, node)).findFirst();
    return one.flatMap(here -> other.map(there -> new SplitBrain(here, there, cluster)));
  }

  private static boolean is(TopologySnapshot topology, InstanceState state, Node node) {
    return topology.keptUnder(state.address()).equals(node.address());
  }

  /** It left when the source did not answer, or would still replicate from one that does not. */
  private static boolean isAway(
      TopologySnapshot topology, Member member, RememberedCluster cluster) {
    return member.wentAway()
        || (!member.tookWrites()
            && topology.find(cluster.source()).filter(Node::isReached).isEmpty());
  }

  private static boolean isAlone(TopologySnapshot topology, Node node, RememberedCluster cluster) {
    InstanceAddress source = topology.keptUnder(cluster.source());
    return topology.linksOf(node.address()).stream()
        .map(ReplicationLink::source)
        .allMatch(source::equals);
  }

  /** What the one has and the other lacks, as both were read last. */
  public Observed<GtidSet> alone(InstanceState here, InstanceState there) {
    return NotProved.at(there, here);
  }
}
