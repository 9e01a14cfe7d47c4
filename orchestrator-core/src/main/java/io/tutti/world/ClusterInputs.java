package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import io.tutti.topology.WrongReport;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that the rules look at in a view to judge one cluster of it.
 *
 * <ol>
 *   <li>Its members and its heads.
 *   <li>The latest reading of each member, how its counters grew, and since when it has errant
 *       transactions.
 *   <li>What is kept of each member, and what stands of any server.
 *   <li>Restarts of the members' sources, known or not.
 *   <li>Who else has a member's server_uuid, or the address that it reports, and, where it has
 *       errant transactions, all others: one of them may have written these.
 *   <li>Who was in a cluster with a member before, and the latest reading of each of these.
 * </ol>
 */
record ClusterInputs(WorldView world, Cluster cluster) {

  /**
   * Whether the rules would say of this what they said of an earlier one. Readings are
   * distinguished by identity, as each is another one.
   */
  boolean areThoseOf(ClusterInputs earlier) {
    TopologySnapshot now = world.topology();
    TopologySnapshot then = earlier.world.topology();
    boolean isSaidAlike = world.circumstances().equals(earlier.world.circumstances());
    if (now == then && world.records() == earlier.world.records() && isSaidAlike) {
      return true;
    }
    return isSaidAlike
        && cluster.equals(earlier.cluster)
        && cluster.members().stream()
            .allMatch(member ->
                isRead(member, then, now)
                    && isKept(member, earlier.world)
                    && isRemembered(member, earlier.world));
  }

  private static boolean isRead(
      InstanceAddress member, TopologySnapshot then, TopologySnapshot now) {
    return now.find(member).filter(node -> isLatest(node, then, now)).isPresent();
  }

  private static boolean isLatest(Node node, TopologySnapshot then, TopologySnapshot now) {
    InstanceAddress member = node.address();
    return then.nodes().get(member) == node
        && now.linksOf(member).equals(then.linksOf(member))
        && now.intervalOf(member).equals(then.intervalOf(member))
        && now.errantSince(member).equals(then.errantSince(member))
        && namesakes(node, now).equals(namesakes(node, then))
        && WrongReport.by(now, node).equals(WrongReport.by(then, node))
        && (now.errantSince(member).isEmpty() || now.clusters() == then.clusters());
  }

  private static List<InstanceAddress> namesakes(Node node, TopologySnapshot topology) {
    return node
        .state()
        .flatMap(state -> state.identity().serverUuid().asOptional())
        .map(topology::nodesOfUuid)
        .orElse(List.of())
        .stream()
        .map(Node::address)
        .toList();
  }

  private boolean isRemembered(InstanceAddress member, WorldView then) {
    List<RememberedCluster> with = world.records().remembered().with(member);
    return with.equals(then.records().remembered().with(member))
        && with.stream()
            .flatMap(each ->
                Stream.concat(
                    Stream.of(each.source()),
                    each.members().stream().map(RememberedCluster.Member::address)))
            .allMatch(
                each -> world.topology().nodes().get(each) == then.topology().nodes().get(each));
  }

  private boolean isKept(InstanceAddress member, WorldView then) {
    return world.fenceOf(member).equals(then.fenceOf(member))
        && world.bootOf(member).equals(then.bootOf(member))
        && world.rebuildOf(member).equals(then.rebuildOf(member))
        && world.backupOf(member).equals(then.backupOf(member))
        && world.desiredOf(member).equals(then.desiredOf(member))
        && world.incidentsOf(member).equals(then.incidentsOf(member))
        && world.topology().linksOf(member).stream()
            .map(ReplicationLink::source)
            .allMatch(source -> world.incidentsOf(source).equals(then.incidentsOf(source)));
  }
}
