package io.tutti.operation.server;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ReplicaHint;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.topology.Neighbour;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who replicates from a server: by what is known of the others, and by what it shows itself.
 *
 * <p>A server still shows a replica that has left it until it sends something again. So each known
 * one is read, and counts unless it shows that it replicates from elsewhere.
 */
public record Below(Servers servers, TopologySnapshot snapshot) {

  /** Their names, for people; unknown where the server does not show them. */
  public Observed<List<String>> of(InstanceState state, Deadline deadline) {
    Stream<String> known =
        snapshot.linksTo(state.address()).stream().map(link -> link.replica().toString());
    return state
        .replicas()
        .map(hints ->
            Stream.concat(known, hints.stream().map(Below::name))
                .distinct()
                .filter(name -> !hasLeft(name, state, deadline))
                .toList());
  }

  private static String name(ReplicaHint hint) {
    return hint.host().orElse("a replica that does not report its name")
        + hint.port().map(port -> ":" + port).orElse("");
  }

  private boolean hasLeft(String name, InstanceState source, Deadline deadline) {
    Optional<InstanceAddress> replica =
        snapshot.nodes().keySet().stream()
            .filter(address -> address.toString().equals(name))
            .findFirst();
    if (replica.isEmpty()) {
      return false;
    }
    try (Session session = servers.open(replica.get(), deadline)) {
      InstanceState now = session.read(deadline);
      return now.channels().isKnown()
          && now.knownChannels().stream().allMatch(each -> isElsewhere(each, now, source));
    } catch (OrchestratorException e) {
      return false;
    }
  }

  private boolean isElsewhere(Channel channel, InstanceState replica, InstanceState source) {
    InstanceAddress leads = Neighbour.asSeenFrom(replica.address(), channel.source());
    Observed<String> uuid = source.identity().serverUuid();
    return !snapshot.keptUnder(leads).equals(snapshot.keptUnder(source.address()))
        && !(uuid.isKnown() && uuid.equals(channel.sourceUuid()));
  }
}
