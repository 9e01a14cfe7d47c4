package io.tutti.hook;

import io.tutti.detection.SourceRole;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookEvent.Role;
import io.tutti.topology.Cluster;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What hooks are told of the servers that an event is about.
 *
 * @param failsOver whether a cluster is failed over without anybody's asking
 */
public record HookedServers(
    Supplier<WorldView> world,
    Supplier<ClusterAliases> aliases,
    BiPredicate<TopologySnapshot, Cluster> failsOver) {

  /** Of which nothing is kept or done by itself, and which people call by no other name. */
  public static HookedServers of(Supplier<TopologySnapshot> topology) {
    return new HookedServers(
        () -> WorldView.of(topology.get()),
        () -> new ClusterAliases(new TreeMap<>()),
        (snapshot, cluster) -> false);
  }

  /**
   * @param target as the operation or the finding names it
   * @param instance empty where that is a cluster
   * @param successor who takes its place; empty where nobody is named
   */
  public HookEvent.About about(
      String target, Optional<InstanceAddress> instance, Optional<InstanceAddress> successor) {
    WorldView now = world.get();
    TopologySnapshot known = now.topology();
    Optional<Cluster> cluster = instance.flatMap(known::clusterOf);
    List<InstanceAddress> members =
        Stream.concat(cluster.stream(), successor.flatMap(known::clusterOf).stream())
            .flatMap(each -> each.members().stream())
            .distinct()
            .sorted()
            .toList();
    return new HookEvent.About(
        target,
        instance,
        cluster.map(Cluster::name),
        successor,
        instance.stream()
            .flatMap(each -> known.linksTo(each).stream())
            .map(ReplicationLink::replica)
            .distinct()
            .toList(),
        members,
        new HookEvent.Details(
            instance.flatMap(each -> role(known, each)),
            cluster.flatMap(each -> aliases.get().of(known, each).stream().findFirst()),
            instance.map(each -> now.downtimeOf(each, known.takenAt()).isPresent()),
            cluster.map(each -> failsOver.test(known, each))));
  }

  private static Optional<Role> role(TopologySnapshot known, InstanceAddress instance) {
    if (known.linksTo(instance).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (SourceRole.of(known, instance)) {
          case SOURCE -> Role.SOURCE;
          case CO_PRIMARY -> Role.CO_PRIMARY;
          case INTERMEDIATE -> Role.INTERMEDIATE;
        });
  }
}
