package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.util.Optional;

/**
 * A server with its channels, or a whole cluster.
 *
 * @param instance empty for a cluster
 * @param cluster its name; empty for a server
 */
public record Extent(Optional<InstanceAddress> instance, Optional<String> cluster) {
  public Extent {
    if (instance.isPresent() == cluster.isPresent()) {
      throw new IllegalArgumentException("it is a server or a cluster");
    }
  }

  public static Extent of(InstanceAddress instance) {
    return new Extent(Optional.of(instance), Optional.empty());
  }

  public static Extent ofCluster(String name) {
    return new Extent(Optional.empty(), Optional.of(name));
  }

  /** Whether a server is, or belongs to it. */
  public boolean covers(TopologySnapshot topology, InstanceAddress address) {
    return instance.isPresent()
        ? topology.keptUnder(instance.get()).equals(topology.keptUnder(address))
        : topology.clusterOf(address).map(Cluster::name).equals(cluster);
  }

  /** Whether it is that cluster. */
  public boolean isCluster(String name) {
    return cluster.equals(Optional.of(name));
  }

  @Override
  public String toString() {
    return instance.map(InstanceAddress::toString).orElseGet(() -> "cluster " + cluster.get());
  }
}
