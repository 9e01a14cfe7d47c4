package io.tutti.world;

import io.tutti.discovery.Discovery;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.Tagging;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What goes by the places of sources, as it is kept.
 *
 * <ol>
 *   <li>The name of the cluster goes to the one that the new source is in, whatever else bore it:
 *       no order of later readings gives it back.
 *   <li>Its aliases mean that name.
 *   <li>Who means the cluster by the address of its former source means it by that name.
 *   <li>Tags of the former that people said belong to the place are those of the new one.
 * </ol>
 *
 * The hold of a failover names all members of its cluster, and so the new source, already.
 *
 * @param tagsOfPlaces the names of those tags
 */
public record KeptPlaces(
    Supplier<TopologySnapshot> topology,
    Clusters clusters,
    KeptLabels labels,
    Set<String> tagsOfPlaces)
    implements Places {

  /** Who says how clusters are called. */
  public interface Clusters {

    /** Gives the name to the cluster of that server; durable when it returns. */
    void giveName(String name, InstanceAddress to);

    /** Reads a server again soon. */
    void readAgain(InstanceAddress server);
  }

  public KeptPlaces {
    tagsOfPlaces = Set.copyOf(tagsOfPlaces);
  }

  /** The same for what is discovered. */
  public static KeptPlaces of(Discovery discovery, KeptLabels labels, Set<String> tagsOfPlaces) {
    return new KeptPlaces(
        discovery::snapshot,
        new Clusters() {
          @Override
          public void giveName(String name, InstanceAddress to) {
            discovery.giveName(name, to);
          }

          @Override
          public void readAgain(InstanceAddress server) {
            var unused = discovery.contactAgain(server);
          }
        },
        labels,
        tagsOfPlaces);
  }

  @Override
  public Place of(TopologySnapshot now, Cluster cluster, InstanceAddress former) {
    SortedMap<String, String> tags = new TreeMap<>(labels.tagsOf(former));
    tags.keySet().retainAll(tagsOfPlaces);
    List<String> aliases =
        labels.aliases().clusters().keySet().stream()
            .filter(alias -> isCalled(now, alias, cluster.name()))
            .toList();
    return new Place(cluster.name(), former, aliases, tags);
  }

  private boolean isCalled(TopologySnapshot now, String alias, String cluster) {
    return labels
        .aliases()
        .find(now, alias)
        .filter(found -> found.name().equals(cluster))
        .isPresent();
  }

  @Override
  public void give(Place place, InstanceAddress to) {
    TopologySnapshot now = topology.get();
    if (isBelow(now, place.former(), to)) {
      clusters.readAgain(to);
      return;
    }
    // Others may have borne it, too, and would claim it once they are apart.
    clusters.giveName(place.cluster(), to);
    labels.givePlace(place.former(), place.cluster());
    for (String alias : place.aliases()) {
      if (!place.cluster().equals(labels.aliases().clusters().get(alias))) {
        labels.giveAlias(alias, place.cluster());
      }
    }
    place.tags().keySet().forEach(name -> giveTag(name, place.former(), to));
  }

  /** Given first: cut off between, it is a tag of both, and not of none. */
  private void giveTag(String name, InstanceAddress former, InstanceAddress to) {
    for (Tagging tagging : labels.taggingsOf(former)) {
      if (tagging.tag().name().equals(name)) {
        labels.tag(to, tagging);
        labels.untag(former, name);
      }
    }
  }

  @Override
  public Optional<String> missing(Place place, InstanceAddress to) {
    TopologySnapshot now = topology.get();
    if (isBelow(now, place.former(), to)) {
      return Optional.of(
          "It was not read yet that %s does not replicate from %s any more."
              .formatted(to, place.former()));
    }
    Optional<String> name = now.clusterOf(to).map(Cluster::name);
    if (name.filter(place.cluster()::equals).isEmpty()) {
      return Optional.of(
          "%s is in the cluster %s, and not in %s."
              .formatted(to, name.orElse("of nobody"), place.cluster()));
    }
    List<String> others =
        place.aliases().stream().filter(alias -> !isCalled(now, alias, place.cluster())).toList();
    if (!others.isEmpty()) {
      return Optional.of("%s do not mean %s.".formatted(others, place.cluster()));
    }
    if (!place.cluster().equals(labels.aliases().places().get(place.former()))) {
      return Optional.of(
          "It is not kept that the place of %s was given.".formatted(place.former()));
    }
    return labels.tagsOf(to).entrySet().containsAll(place.tags().entrySet())
        ? Optional.empty()
        : Optional.of("%s does not have the tags %s.".formatted(to, place.tags()));
  }

  /** Of two that replicate from each other either is the source. */
  private static boolean isBelow(TopologySnapshot now, InstanceAddress former, InstanceAddress to) {
    return replicates(now, to, former) && !replicates(now, former, to);
  }

  private static boolean replicates(
      TopologySnapshot now, InstanceAddress replica, InstanceAddress source) {
    return now.linksOf(replica).stream()
        .map(ReplicationLink::source)
        .map(now::keptUnder)
        .anyMatch(now.keptUnder(source)::equals);
  }
}
