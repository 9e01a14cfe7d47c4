package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ReplicaHint;
import java.util.List;
import java.util.Optional;

/**
 * A server that reports itself by an address ({@code report_host}, {@code report_port}) at which it
 * is not reached from here, while it answers at another one. Its sources list it under the reported
 * one, so it looks like two servers, one of which never answers.
 */
public record WrongReport(InstanceAddress answersAt, InstanceAddress reported) {

  /**
   * What a server reports wrongly; empty where it reports nothing, or is reached there, or where
   * that was not tried yet.
   */
  public static Optional<WrongReport> by(TopologySnapshot snapshot, Node server) {
    InstanceAddress address = server.address();
    return server
        .currentState()
        .flatMap(WrongReport::reported)
        .filter(reported -> !reported.equals(address))
        .filter(reported -> !address.equals(snapshot.aliases().get(reported)))
        .filter(reported ->
            Optional.ofNullable(snapshot.nodes().get(reported))
                .filter(there -> !isAnother(there))
                .isEmpty())
        .map(reported -> new WrongReport(address, reported));
  }

  /** Whether somebody else is known there. */
  private static boolean isAnother(Node there) {
    return there.state().isPresent();
  }

  /** What the server says, as seen from here. */
  private static Optional<InstanceAddress> reported(InstanceState state) {
    return state
        .identity()
        .reportedAs()
        .asOptional()
        .map(reported -> Neighbour.asSeenFrom(state.address(), reported));
  }

  /** Whether a server answers elsewhere and reports that address. */
  public static boolean isReportedBy(Node server, InstanceAddress address) {
    return !server.address().equals(address)
        && server.currentState().flatMap(WrongReport::reported).filter(address::equals).isPresent();
  }

  /**
   * The server of which an address, where nobody was ever read, is only a wrong report: it reports
   * that address itself, every source that lists the address lists it with that server's id, and
   * nobody replicates from there.
   */
  public static Optional<Node> behind(TopologySnapshot snapshot, InstanceAddress address) {
    boolean wasRead =
        Optional.ofNullable(snapshot.nodes().get(address)).flatMap(Node::state).isPresent();
    boolean isSource = !snapshot.linksTo(address).isEmpty();
    List<Node> reporting =
        snapshot.nodes().values().stream().filter(node -> isReportedBy(node, address)).toList();
    if (wasRead || isSource || reporting.size() != 1) {
      return Optional.empty();
    }
    Node server = reporting.getFirst();
    return snapshot.nodes().values().stream().allMatch(node -> listsOnly(node, address, server))
        ? Optional.of(server)
        : Optional.empty();
  }

  private static boolean listsOnly(Node witness, InstanceAddress address, Node server) {
    return witness.currentState().stream()
        .flatMap(state -> state.replicas().asOptional().stream())
        .flatMap(List::stream)
        .filter(hint -> leadsTo(hint, witness.address(), address))
        .allMatch(hint -> isOf(hint, server));
  }

  private static boolean leadsTo(
      ReplicaHint hint, InstanceAddress witness, InstanceAddress address) {
    return hint.host().isPresent()
        && hint.port().isPresent()
        && Neighbour.address(hint.host().get(), hint.port().get())
            .map(reported -> Neighbour.asSeenFrom(witness, reported))
            .filter(address::equals)
            .isPresent();
  }

  private static boolean isOf(ReplicaHint hint, Node server) {
    InstanceState state = server.state().orElseThrow();
    boolean sameId = hint.serverId().filter(id -> state.identity().serverId().is(id)).isPresent();
    boolean sameUuid =
        hint.serverUuid().isEmpty()
            || !state.identity().serverUuid().isKnown()
            || state.identity().serverUuid().is(hint.serverUuid().get());
    return sameId && sameUuid;
  }
}
