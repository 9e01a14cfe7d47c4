package io.tutti.analysis;

import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;

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

  record OfInstance(WorldView world, Cluster cluster, Node node) implements Subject {
    @Override
    public String name() {
      return node.address().toString();
    }

    @Override
    public Scope scope() {
      return Scope.INSTANCE;
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
  }
}
