package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.knob.VersionRange;
import io.tutti.topology.Tag;
import java.util.List;
import java.util.Set;

/**
 * Which servers are meant: those to which all of it applies. What is empty excludes nobody.
 *
 * @param clusters their names, aliases or members
 * @param flavors such as {@code mysql-8.0}
 * @param roles at least one; a source is meant only if its role is here
 * @param tags all of which a server must have
 * @param instances no others than these
 */
public record Selector(
    List<String> clusters,
    Set<String> flavors,
    VersionRange versions,
    Set<TargetRole> roles,
    List<Tag> tags,
    List<InstanceAddress> instances) {

  /** All that replicate. */
  public static final Selector REPLICAS =
      new Selector(
          List.of(),
          Set.of(),
          VersionRange.ALL,
          Set.of(TargetRole.LEAF, TargetRole.INTERMEDIATE),
          List.of(),
          List.of());

  public Selector {
    clusters = List.copyOf(clusters);
    flavors = Set.copyOf(flavors);
    roles = Set.copyOf(roles);
    tags = List.copyOf(tags);
    instances = List.copyOf(instances);
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("a selector without a role means nobody");
    }
  }
}
