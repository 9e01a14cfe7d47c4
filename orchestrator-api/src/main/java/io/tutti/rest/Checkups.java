package io.tutti.rest;

import io.tutti.discovery.KnownTargets;
import io.tutti.doctor.Check;
import io.tutti.doctor.ServerChecks;
import io.tutti.doctor.ServerObservation;
import io.tutti.doctor.ServerObservation.Place;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.topology.Node;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at servers, each once and afresh, and has what is seen judged. */
final class Checkups {
  /** For one server; one that hangs keeps nobody waiting for longer. */
  private static final Duration LOOK_MAX = Duration.ofSeconds(10);

  /** Of that, to learn where its name leads: the rest is for the server. */
  private static final Duration NAME_MAX = Duration.ofSeconds(5);

  /** For all of them: who asks waits for 120 s. */
  private static final Duration ALL_MAX = Duration.ofSeconds(60);

  private final Servers servers;
  private final KnownTargets targets;
  private final Resolving names = new Resolving(InetAddress::getAllByName);

  Checkups(Servers servers, KnownTargets targets) {
    this.servers = servers;
    this.targets = targets;
  }

  List<Check> of(Node node) throws InterruptedException {
    return of(List.of(node)).getOrDefault(node.address(), List.of());
  }

  /** All at once, but not more than a few; in the order of the nodes. */
  Map<InstanceAddress, List<Check>> of(List<Node> nodes) throws InterruptedException {
    return new ManyLooks(ALL_MAX).of(nodes.stream().map(Node::address).toList(), this::checks);
  }

  private List<Check> checks(InstanceAddress address) {
    Deadline deadline = Deadline.after(LOOK_MAX);
    Map<String, Observed<List<Place>>> places = new HashMap<>();
    places.put(address.host(), names.places(address.host(), deadline.within(NAME_MAX)));
    ServerObservation.Look look = look(address, deadline);
    reported(look)
        .ifPresent(host -> places.computeIfAbsent(host, name -> names.places(name, deadline)));
    Target target = targets.targetFor(address);
    return ServerChecks.of(
        new ServerObservation(
            address,
            target.credentials().user(),
            look,
            target.tls(),
            targets.find(address),
            places));
  }

  private ServerObservation.Look look(InstanceAddress address, Deadline deadline) {
    try (Servers.Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      return new ServerObservation.Read(
          state,
          session.control().account(deadline),
          session.control().lacked(session.provider().grants(state.version().version()), deadline));
    } catch (OrchestratorException e) {
      return new ServerObservation.Failed(e);
    }
  }

  private static Optional<String> reported(ServerObservation.Look look) {
    return look instanceof ServerObservation.Read read
        ? read.state().identity().reportedAs().asOptional().map(InstanceAddress::host)
        : Optional.empty();
  }
}
