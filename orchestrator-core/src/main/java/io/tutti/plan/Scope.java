package io.tutti.plan;

import io.tutti.model.InstanceAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What an operation has for itself while it runs.
 *
 * @param cluster the topology that it is about
 * @param claim whether it has those instances for itself, or the whole topology
 * @param instances those that are touched
 */
public record Scope(String cluster, Claim claim, SortedSet<InstanceAddress> instances) {
  public Scope {
    instances = Collections.unmodifiableSortedSet(new TreeSet<>(instances));
  }

  /** Of an operation that claims what it touches, and no more. */
  public static Scope of(String cluster, Collection<InstanceAddress> instances) {
    return new Scope(cluster, Claim.INSTANCES, new TreeSet<>(instances));
  }

  /** Of an operation that claims the whole topology. */
  public static Scope ofTopology(String cluster, Collection<InstanceAddress> instances) {
    return new Scope(cluster, Claim.TOPOLOGY, new TreeSet<>(instances));
  }

  /** Whether both cannot be worked on at once. */
  public boolean conflictsWith(Scope other) {
    return overlaps(other) || isOfSameTopology(other);
  }

  /** Whether one of them claims the whole topology that both are about. */
  public boolean isOfSameTopology(Scope other) {
    boolean isWhole = claim == Claim.TOPOLOGY || other.claim == Claim.TOPOLOGY;
    return isWhole && cluster.equals(other.cluster);
  }

  public boolean overlaps(Scope other) {
    return !Collections.disjoint(instances, other.instances);
  }
}
