package io.tutti.topology;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ReplicaHint;
import io.tutti.model.ReplicaHint.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where an instance's state says that another one is.
 *
 * @param expectedServerId who must answer there, when that is reported
 * @param guessed whether the address was put together from parts: then it counts only if the
 *     expected server answers there
 */
public record Neighbour(InstanceAddress address, Optional<Long> expectedServerId, boolean guessed) {

  /** The sources and replicas that the state leads to. */
  public static List<Neighbour> of(InstanceState state) {
    Map<InstanceAddress, Neighbour> found = new LinkedHashMap<>();
    for (Channel channel : state.knownChannels()) {
      InstanceAddress source = asSeenFrom(state.address(), channel.source());
      found.put(source, new Neighbour(source, channel.sourceServerId().asOptional(), false));
    }
    for (Neighbour replica : replicas(state)) {
      found.putIfAbsent(replica.address(), replica);
    }
    ownName(state).ifPresent(self -> found.putIfAbsent(self.address(), self));
    return List.copyOf(found.values());
  }

  /** The name that an instance reports itself by, when it was reached by another one. */
  private static Optional<Neighbour> ownName(InstanceState state) {
    return state
        .identity()
        .reportedAs()
        .asOptional()
        .map(reported -> asSeenFrom(state.address(), reported))
        .filter(reported -> !reported.equals(state.address()))
        .map(reported -> new Neighbour(reported, state.identity().serverId().asOptional(), true));
  }

  private static List<Neighbour> replicas(InstanceState state) {
    List<ReplicaHint> hints = state.replicas().asOptional().orElse(List.of());
    List<String> connectedHosts =
        hints.stream()
            .filter(hint -> hint.evidence() == Evidence.CONNECTED)
            .flatMap(hint -> hint.host().stream())
            .distinct()
            .toList();
    List<Neighbour> replicas = new ArrayList<>();
    for (ReplicaHint hint : hints) {
      if (hint.evidence() != Evidence.REGISTERED || hint.port().isEmpty()) {
        continue;
      }
      int port = hint.port().get();
      if (hint.host().isPresent()) {
        address(hint.host().get(), port)
            .map(reported ->
                new Neighbour(asSeenFrom(state.address(), reported), hint.serverId(), false))
            .ifPresent(replicas::add);
      } else {
        for (String host : connectedHosts) {
          address(host, port)
              .map(guess -> asSeenFrom(state.address(), guess))
              .map(guess -> new Neighbour(guess, hint.serverId(), true))
              .ifPresent(replicas::add);
        }
      }
    }
    return replicas;
  }

  /** Clients register whatever they like, also what no server can be reached by. */
  static Optional<InstanceAddress> address(String host, int port) {
    try {
      return Optional.of(new InstanceAddress(host, port));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * An address that {@code witness} gave, as seen from here: its "localhost" is the host that we
   * know it by.
   */
  public static InstanceAddress asSeenFrom(InstanceAddress witness, InstanceAddress address) {
    return isLoopback(address.host()) && !isLoopback(witness.host())
        ? new InstanceAddress(witness.host(), address.port())
        : address;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
  }
}
