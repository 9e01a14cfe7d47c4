package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The names that people gave to clusters. An alias is kept with the name that its cluster had then:
 * a cluster keeps its name when another server becomes its source ({@link Clustering}). Where no
 * cluster has that name any more, as two were joined, it is the cluster of the server that goes by
 * it.
 *
 * @param clusters by alias
 * @param places of former sources: the name of the cluster that each gave its place in
 */
public record ClusterAliases(
    SortedMap<String, String> clusters, SortedMap<InstanceAddress, String> places) {
  private static final int LENGTH_MAX = 63;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  public ClusterAliases {
    clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
    places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
  }

  /** Where no source has given its place away. */
  public ClusterAliases(SortedMap<String, String> clusters) {
    this(clusters, new TreeMap<>());
  }

  /** The cluster of that name or alias, or the one that an instance of that address is in. */
  public Optional<Cluster> find(TopologySnapshot snapshot, String name) {
    return snapshot.clusters().stream()
        .filter(cluster -> cluster.name().equals(name))
        .findFirst()
        .or(() -> Optional.ofNullable(clusters.get(name)).flatMap(snapshot::findCluster))
        .or(() -> snapshot.findCluster(name));
  }

  /**
   * Whether a setting for that name is one for the cluster. One that names a source means the
   * cluster in which that gave its place to another, too: the setting goes with the place.
   */
  public boolean means(TopologySnapshot snapshot, String name, Cluster cluster) {
    return find(snapshot, name).filter(cluster::equals).isPresent()
        || places.entrySet().stream()
            .filter(each -> each.getKey().toString().equals(name))
            .anyMatch(each -> each.getValue().equals(cluster.name()));
  }

  /** Those of a cluster. */
  public List<String> of(TopologySnapshot snapshot, Cluster cluster) {
    return clusters.entrySet().stream()
        .filter(alias -> snapshot.findCluster(alias.getValue()).filter(cluster::equals).isPresent())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Why a cluster cannot have that alias; empty when it can. */
  public Optional<String> refusal(TopologySnapshot snapshot, Cluster cluster, String alias) {
    if (alias.length() > LENGTH_MAX || !NAME.matcher(alias).matches()) {
      return Optional.of(
          "an alias is a letter, then letters, digits, - and _, at most %d in all"
              .formatted(LENGTH_MAX));
    }
    Optional<Cluster> other =
        Optional.ofNullable(clusters.get(alias))
            .flatMap(snapshot::findCluster)
            .filter(known -> !known.equals(cluster));
    if (other.isPresent()) {
      return Optional.of("the cluster %s has that alias".formatted(other.get().name()));
    }
    return snapshot.nodes().keySet().stream()
        .filter(known -> known.host().equalsIgnoreCase(alias))
        .map(InstanceAddress::toString)
        .findFirst()
        .map(known -> "the server %s goes by that name".formatted(known));
  }
}
