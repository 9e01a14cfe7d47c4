package io.tutti.hook;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent;
import io.tutti.topology.Cluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What hooks are told of the servers that an event is about. Pure. */
public final class HookedServers {
  private HookedServers() {}

  /**
   * @param target as the operation or the finding names it
   * @param instance empty where that is a cluster
   * @param successor who takes its place; empty where nobody is named
   */
  public static HookEvent.About about(
      String target,
      Optional<InstanceAddress> instance,
      Optional<InstanceAddress> successor,
      TopologySnapshot known) {
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
        members);
  }
}
