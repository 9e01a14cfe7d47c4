package io.tutti.analysis;

import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;

/** What a rule looks at, with the snapshot around it. */
public sealed interface Subject {
  TopologySnapshot snapshot();

  Cluster cluster();

  /** How people read it. */
  String name();

  Scope scope();

  record OfInstance(TopologySnapshot snapshot, Cluster cluster, Node node) implements Subject {
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
  record OfChannel(TopologySnapshot snapshot, Cluster cluster, Node node, ReplicationLink link)
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

  record OfCluster(TopologySnapshot snapshot, Cluster cluster) implements Subject {
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
