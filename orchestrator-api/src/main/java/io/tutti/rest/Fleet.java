package io.tutti.rest;

import io.tutti.discovery.Discovery;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.store.AuditLog;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.KeptLabels;
import io.tutti.world.World;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The engine as the paths need it.
 *
 * @param discovery how to learn more
 * @param world what is known, and what is found in it
 * @param labels what people called clusters, and said of servers
 * @param audit what was done
 */
public record Fleet(
    Discovery discovery, World world, KeptLabels labels, AuditLog audit, InstantSource clock) {

  Views views() {
    return new Views(world.judged(), labels, clock.instant());
  }

  static InstanceAddress parse(String address) {
    try {
      return InstanceAddress.parse(address);
    } catch (IllegalArgumentException e) {
      throw new OrchestratorException(
          ErrorCode.INVALID_ADDRESS,
          address,
          "That is not the address of an instance: " + e.getMessage() + ".",
          List.of("write HOST:PORT"),
          e);
    }
  }

  /**
   * The instance that a path names.
   *
   * @throws OrchestratorException INVALID_REQUEST of what is no address, UNKNOWN_INSTANCE
   */
  Node nodeOf(String instance) {
    return requireNode(world.view().topology(), parse(instance));
  }

  /** The address under which it is kept; throws as {@link #nodeOf}. */
  InstanceAddress addressOf(String instance) {
    return nodeOf(instance).address();
  }

  static Node requireNode(TopologySnapshot snapshot, InstanceAddress address) {
    return snapshot
        .find(address)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_INSTANCE,
                address.toString(),
                "%s is not known; %d instances are.".formatted(address, snapshot.nodes().size()),
                Remedies.of(Acts.discover(address))));
  }

  /**
   * The cluster of that name or alias, or that an instance of that address is in.
   *
   * @throws OrchestratorException UNKNOWN_CLUSTER
   */
  Cluster requireCluster(TopologySnapshot snapshot, String name) {
    return labels
        .aliases()
        .find(snapshot, name)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_CLUSTER,
                name,
                "There is no cluster %s, and no instance of that address. There %s."
                    .formatted(name, known(snapshot)),
                Remedies.of(Acts.listClusters()).or(Acts.discover())));
  }

  private static String known(TopologySnapshot snapshot) {
    List<Cluster> clusters = snapshot.clusters();
    if (clusters.isEmpty()) {
      return "are no clusters yet";
    }
    String names = clusters.stream().limit(10).map(Cluster::name).collect(Collectors.joining(", "));
    return clusters.size() > 10
        ? "are " + clusters.size() + ", among them " + names
        : (clusters.size() == 1 ? "is " : "are ") + names;
  }
}
