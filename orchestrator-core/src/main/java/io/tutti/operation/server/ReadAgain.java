package io.tutti.operation.server;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** What was read at a poll may be over: an operation that has just ended changed it, say. */
public final class ReadAgain {
  /** One that does not answer must not keep the others waiting. */
  private static final Duration READ_MAX = Duration.ofSeconds(5);

  private ReadAgain() {}

  /**
   * The same picture with what those of its servers show now; who does not answer is away in it.
   */
  public static WorldView of(
      WorldView view, Collection<InstanceAddress> servers, Servers ways, Deadline deadline) {
    List<Node> known =
        servers.stream().flatMap(address -> view.topology().find(address).stream()).toList();
    return view.reading(
        AtOnce.each(
            known,
            node -> {
              try (Session session = ways.open(node.address(), deadline.within(READ_MAX))) {
                return node.withState(session.read(deadline));
              } catch (OrchestratorException e) {
                return node.withFailure(e, view.topology().takenAt());
              }
            }));
  }
}
