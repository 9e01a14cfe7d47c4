package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What goes by the place of a source, and not by its server: it goes to who takes that place. */
public interface Places {
  /** Where nothing goes by a place but the name of its cluster, and that is kept of itself. */
  Places UNNAMED =
      new Places() {
        @Override
        public Place of(TopologySnapshot topology, Cluster cluster, InstanceAddress former) {
          return new Place(cluster.name(), former, List.of(), new TreeMap<>());
        }

        @Override
        public void give(Place place, InstanceAddress to) {}

        @Override
        public Optional<String> missing(Place place, InstanceAddress to) {
          return Optional.empty();
        }
      };

  /**
   * All that goes by the place of a source.
   *
   * @param cluster the name of its cluster
   * @param former who had the place
   * @param aliases of its cluster
   * @param tags of the former that belong to its place, by their names
   */
  record Place(
      String cluster,
      InstanceAddress former,
      List<String> aliases,
      SortedMap<String, String> tags) {
    public Place {
      aliases = List.copyOf(aliases);
      tags = new TreeMap<>(Objects.requireNonNull(tags));
    }
  }

  /** What goes by the place that a server has now. */
  Place of(TopologySnapshot topology, Cluster cluster, InstanceAddress former);

  /** Gives it to who takes writes now; durable when it returns. What is there already stays so. */
  void give(Place place, InstanceAddress to);

  /** What of it does not go by that server yet, as a sentence; empty where all does. */
  Optional<String> missing(Place place, InstanceAddress to);
}
