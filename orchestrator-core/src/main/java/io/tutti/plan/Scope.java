package io.tutti.plan;

import io.tutti.model.InstanceAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What an operation has for itself while it runs.
 *
 * @param cluster the topology that is locked
 * @param instances those that are touched
 */
public record Scope(String cluster, SortedSet<InstanceAddress> instances) {
  public Scope {
    instances = Collections.unmodifiableSortedSet(new TreeSet<>(instances));
  }

  public static Scope of(String cluster, Collection<InstanceAddress> instances) {
    return new Scope(cluster, new TreeSet<>(instances));
  }

  public boolean overlaps(Scope other) {
    return !Collections.disjoint(instances, other.instances);
  }
}
