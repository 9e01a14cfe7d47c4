package io.tutti.analysis;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.Optional;

/** What a rule looks at, with the world around it. */
public sealed interface Subject {
  WorldView world();

  /** What was observed. */
  default TopologySnapshot snapshot() {
    return world().topology();
  }

  Cluster cluster();

  /** How people read it. */
  String name();

  Scope scope();

  /** The instance, or that of the channel; empty for a cluster. */
  Optional<InstanceAddress> instance();

  record OfInstance(WorldView world, Cluster cluster, Node node) implements Subject {
    @Override
    public String name() {
      return node.address().toString();
    }

    @Override
    public Scope scope() {
      return Scope.INSTANCE;
    }

    @Override
    public Optional<InstanceAddress> instance() {
      return Optional.of(node.address());
    }
  }

  /** A channel of an instance whose state is current. */
  record OfChannel(WorldView world, Cluster cluster, Node node, ReplicationLink link)
      implements Subject {
    @Override
    public String name() {
      String channel = link.channel().name();
      return channel.isEmpty() ? node.address().toString() : node.address() + "/" + channel;
    }

    @Override
    public Scope scope() {
      return Scope.CHANNEL;
    }

    @Override
    public Optional<InstanceAddress> instance() {
      return Optional.of(node.address());
    }
  }

  record OfCluster(WorldView world, Cluster cluster) implements Subject {
    @Override
    public String name() {
      return cluster.name();
    }

    @Override
    public Scope scope() {
      return Scope.CLUSTER;
    }

    @Override
    public Optional<InstanceAddress> instance() {
      return Optional.empty();
    }
  }
}
