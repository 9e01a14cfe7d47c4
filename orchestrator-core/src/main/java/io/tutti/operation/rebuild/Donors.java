package io.tutti.operation.rebuild;

import io.tutti.crash.Incident;
import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.promotion.FormerSource;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Picks the server that is copied for one that is to be rebuilt. Pure.
 *
 * <ol>
 *   <li>Look among its cluster, and the one of the server that took its place.
 *   <li>Leave out what cannot be believed, or must be left alone: not read just now, of another
 *       flavor, with an open restart that may have cost something, marked, fenced, in a backup
 *       session, fed by the very server, not replicating, far behind or it is not known.
 *   <li>Take first a replica that nobody replicates from, then any replica, then the source; then
 *       the first by address.
 * </ol>
 */
record Donors(WorldView world, InstanceState target) {
  /** Further behind, a rebuilt server stays away long. */
  private static final Duration LAG_MAX = Duration.ofSeconds(60);

  /**
   * @throws OrchestratorException REBUILD_NOT_SAFE with what is against it
   */
  InstanceAddress require(InstanceAddress named) {
    Node node =
        world
            .topology()
            .find(named)
            .orElseThrow(() ->
                RebuildRefusal.unsafe(
                    target.address(), named + " is not known", Remedies.of(Acts.discover(named))));
    against(node)
        .ifPresent(why -> {
          throw RebuildRefusal.unsafe(
              target.address(),
              "%s cannot be copied for it: %s".formatted(node.address(), why),
              Remedies.of("name another: %s", Acts.rebuildFrom(target.address())));
        });
    return node.address();
  }

  /**
   * @throws OrchestratorException REBUILD_NOT_SAFE naming each server and what is against it
   */
  InstanceAddress best() {
    SortedMap<InstanceAddress, String> leftOut = new TreeMap<>();
    Optional<Node> best =
        members().stream()
            .flatMap(member -> world.topology().find(member).stream())
            .filter(node -> {
              Optional<String> why = against(node);
              why.ifPresent(said -> leftOut.put(node.address(), said));
              return why.isEmpty();
            })
            .min(Comparator.comparing(this::rank).thenComparing(Node::address));
    return best.map(Node::address)
        .orElseThrow(() ->
            RebuildRefusal.unsafe(
                target.address(),
                "no server of its cluster can be copied for it (%s)"
                    .formatted(
                        String.join(
                            "; ",
                            leftOut.entrySet().stream()
                                .map(out -> out.getKey() + ": " + out.getValue())
                                .toList())),
                Remedies.of("name one: %s", Acts.rebuildFrom(target.address()))));
  }

  /** The same in another picture. */
  Donors in(WorldView other) {
    return new Donors(other, target);
  }

  /** Who may be one, but for what is against it. */
  List<InstanceAddress> others() {
    return members().stream().filter(each -> !each.equals(target.address())).toList();
  }

  /** Of its cluster, and of the one that has continued without it. */
  private Set<InstanceAddress> members() {
    Set<InstanceAddress> members = new TreeSet<>();
    Stream.of(
            Stream.of(target.address()),
            FormerSource.heads(world, target.address()).stream(),
            world.incidentsOf(target.address()).stream()
                .flatMap(incident -> incident.replacement().stream())
                .map(Incident.Replacement::by))
        .flatMap(addresses -> addresses)
        .flatMap(address -> world.topology().clusterOf(address).stream())
        .map(Cluster::members)
        .forEach(members::addAll);
    return members;
  }

  private int rank(Node node) {
    boolean isReplica = !channels(node).isEmpty();
    boolean isLeaf = world.topology().linksTo(node.address()).isEmpty();
    return isReplica ? (isLeaf ? 0 : 1) : 2;
  }

  private static List<Channel> channels(Node node) {
    return node.currentState().map(InstanceState::knownChannels).orElse(List.of());
  }

  private Optional<String> against(Node node) {
    InstanceAddress address = node.address();
    if (address.equals(target.address())) {
      return Optional.of("it is the server itself");
    }
    if (node.currentState().isEmpty()) {
      return Optional.of("it was not read just now");
    }
    if (!node.currentState().get().version().flavor().equals(target.version().flavor())) {
      return Optional.of("it is of another flavor");
    }
    if (world.incidentsOf(address).stream().anyMatch(Incident::isSuspect)) {
      return Optional.of("an open restart may have cost it something");
    }
    if (world.rebuildOf(address).isPresent()) {
      return Optional.of("it is marked to be rebuilt itself");
    }
    if (world.fenceOf(address).isPresent()) {
      return Optional.of("it is fenced");
    }
    if (world.backupOf(address).isPresent()) {
      return Optional.of("it is in a backup session");
    }
    return againstReplication(node);
  }

  private Optional<String> againstReplication(Node node) {
    if (node.currentState().orElseThrow().channels().isUnknown()) {
      return Optional.of("what it replicates is not known");
    }
    if (world.topology().linksOf(node.address()).stream()
        .anyMatch(link -> link.source().equals(target.address()))) {
      return Optional.of("it replicates from the server that is to be rebuilt");
    }
    for (Channel channel : channels(node)) {
      if (!channel.isReplicating()) {
        return Optional.of("it does not replicate now");
      }
      if (!(channel.lag() instanceof Observed.Known<Lag>(Lag lag))) {
        return Optional.of("its lag is not known");
      }
      if (lag.amount().compareTo(LAG_MAX) > 0) {
        return Optional.of("it is %d s behind".formatted(lag.amount().toSeconds()));
      }
    }
    return Optional.empty();
  }
}
