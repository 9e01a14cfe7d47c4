package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.promotion.FailoverTerms.Prefer;
import io.tutti.operation.promotion.FailoverTerms.Unproved;
import io.tutti.topology.Cluster;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What people have set of failover: for all clusters, and for single ones.
 *
 * @param clusters of those that apply to a cluster the last one that says something counts
 */
public record FailoverSettings(OfCluster usual, List<Named> clusters) {
  /** Nothing is done by itself. */
  public static final FailoverSettings BY_HAND =
      new FailoverSettings(new OfCluster(FailoverPolicy.OFF, Duration.ofHours(1)), List.of());

  /**
   * What holds for one cluster.
   *
   * @param hold for so long it does not fail over by itself again
   * @param terms how it is failed over, by itself or by a person
   */
  public record OfCluster(FailoverPolicy policy, Duration hold, FailoverTerms terms) {
    public OfCluster(FailoverPolicy policy, Duration hold) {
      this(policy, hold, FailoverTerms.USUAL);
    }
  }

  /**
   * What differs.
   *
   * @param name of the cluster, its alias, or the address of one of its servers, or of one that was
   *     its source
   */
  public record Named(
      String name,
      Optional<FailoverPolicy> policy,
      Optional<Duration> hold,
      Optional<Unproved> unproved,
      Optional<Prefer> prefer,
      Optional<List<Carry>> carry,
      Optional<List<Leave>> leave) {

    /** What is done by itself differs, and nothing else. */
    public Named(String name, Optional<FailoverPolicy> policy, Optional<Duration> hold) {
      this(
          name,
          policy,
          hold,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    private OfCluster over(OfCluster others) {
      return new OfCluster(
          policy.orElse(others.policy()),
          hold.orElse(others.hold()),
          new FailoverTerms(
              unproved.orElse(others.terms().unproved()),
              prefer.orElse(others.terms().prefer()),
              carry.orElse(others.terms().carry()),
              leave.orElse(others.terms().leave())));
    }
  }

  public FailoverSettings {
    clusters = List.copyOf(clusters);
  }

  /** The replicas that are spoken to without anybody's asking when their source is dead. */
  public SortedSet<InstanceAddress> replicasToAct(
      TopologySnapshot topology, ClusterAliases aliases) {
    SortedSet<InstanceAddress> replicas = new TreeSet<>();
    for (Cluster cluster : mayAct() ? topology.clusters() : List.<Cluster>of()) {
      if (actsOn(topology, aliases, cluster)) {
        cluster.members().stream()
            .filter(each -> topology.find(each).filter(Node::isReached).isPresent())
            .filter(each -> !topology.linksOf(each).isEmpty())
            .forEach(replicas::add);
      }
    }
    return replicas;
  }

  /**
   * Whether that one, by the name under which it is kept, is replaced by itself when it is lost.
   */
  public boolean actsOnSource(
      TopologySnapshot topology, ClusterAliases aliases, InstanceAddress address) {
    return topology.keptUnder(address).equals(address)
        && !topology.linksTo(address).isEmpty()
        && topology
            .clusterOf(address)
            .filter(cluster -> actsOn(topology, aliases, cluster))
            .isPresent();
  }

  /** Whether that cluster is failed over without anybody's asking. */
  public boolean actsOn(TopologySnapshot topology, ClusterAliases aliases, Cluster cluster) {
    return of(topology, aliases, cluster).policy() == FailoverPolicy.AUTO;
  }

  private boolean mayAct() {
    return usual.policy() == FailoverPolicy.AUTO
        || clusters.stream()
            .anyMatch(each -> each.policy().equals(Optional.of(FailoverPolicy.AUTO)));
  }

  OfCluster of(TopologySnapshot topology, ClusterAliases aliases, Cluster cluster) {
    OfCluster settings = usual;
    for (Named each : clusters) {
      if (aliases.means(topology, each.name(), cluster)) {
        settings = each.over(settings);
      }
    }
    return settings;
  }
}
