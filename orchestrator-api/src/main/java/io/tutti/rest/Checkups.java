package io.tutti.rest;

import io.tutti.discovery.KnownTargets;
import io.tutti.doctor.Check;
import io.tutti.doctor.ServerChecks;
import io.tutti.doctor.ServerSight;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.topology.Node;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Looks at servers, each once and afresh, and has what is seen judged. */
final class Checkups {
  /** For one server; one that hangs keeps nobody waiting for longer. */
  private static final Duration LOOK_MAX = Duration.ofSeconds(10);

  private static final int AT_ONCE_MAX = 16;

  private final Servers servers;
  private final KnownTargets targets;

  Checkups(Servers servers, KnownTargets targets) {
    this.servers = servers;
    this.targets = targets;
  }

  List<Check> of(Node node) {
    InstanceAddress address = node.address();
    ServerSight.Look look = look(address);
    Target target = targets.targetFor(address);
    return ServerChecks.of(
        new ServerSight(
            address,
            target.credentials().user(),
            look,
            target.tls(),
            targets.find(address),
            places(address, look)));
  }

  /** All at once, but not more than a few; in the order of the nodes. */
  Map<InstanceAddress, List<Check>> of(List<Node> nodes) throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE_MAX);
    Map<InstanceAddress, List<Check>> found = new java.util.LinkedHashMap<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<List<Check>>> looks = nodes.stream().map(node -> within(places, node)).toList();
      List<Future<List<Check>>> ended = threads.invokeAll(looks);
      for (int i = 0; i < ended.size(); i++) {
        found.put(nodes.get(i).address(), ended.get(i).get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return found;
  }

  private Callable<List<Check>> within(Semaphore places, Node node) {
    return () -> {
      places.acquire();
      try {
        return of(node);
      } finally {
        places.release();
      }
    };
  }

  private ServerSight.Look look(InstanceAddress address) {
    Deadline deadline = Deadline.after(LOOK_MAX);
    try (Servers.Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      return new ServerSight.Read(
          state,
          session.control().account(deadline),
          session.control().lacked(session.provider().grants(state.version().version()), deadline));
    } catch (OrchestratorException e) {
      return new ServerSight.Failed(e);
    }
  }

  private static Map<String, List<String>> places(InstanceAddress address, ServerSight.Look look) {
    Map<String, List<String>> places = new HashMap<>();
    places.put(address.host(), resolved(address.host()));
    Optional.of(look)
        .filter(ServerSight.Read.class::isInstance)
        .map(ServerSight.Read.class::cast)
        .flatMap(read -> read.state().identity().reportedAs().asOptional())
        .map(InstanceAddress::host)
        .ifPresent(host -> places.put(host, resolved(host)));
    return places;
  }

  private static List<String> resolved(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
          .map(InetAddress::getHostAddress)
          .distinct()
          .toList();
    } catch (UnknownHostException e) {
      return List.of();
    }
  }
}
