package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Instances that replicate from each other, directly or not.
 *
 * @param name stays with most of its members when it splits or changes its source
 * @param heads the members where its tree is drawn from: those without a source in the cluster, or
 *     the first of a ring
 */
public record Cluster(
    String name, SortedSet<InstanceAddress> members, List<InstanceAddress> heads) {
  public Cluster {
    members = Collections.unmodifiableSortedSet(new TreeSet<>(members));
    heads = List.copyOf(heads);
  }
}
