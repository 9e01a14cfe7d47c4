package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster;
import io.tutti.topology.RememberedCluster.Member;
import io.tutti.topology.TopologySnapshot;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who has the place of a source that is lost: one of those that were in its cluster takes writes or
 * is a source now, and does not replicate from it any more, directly or not; or one that still
 * would takes writes, and did not as a replica. A second one must not take the place beside it.
 * What is not known of one that does not replicate from it counts as so. Pure.
 *
 * @param by who has it
 * @param how what shows that, as the end of a sentence
 */
public record TakenPlace(InstanceAddress by, String how) {

  /** The same, after the name of the lost one. */
  public String sentence() {
    return "%s has its place: it was in its cluster, and %s".formatted(by, how);
  }

  /** As a sentence without its end. */
  public String sentence(InstanceAddress lost) {
    return "%s has the place of %s: it was in its cluster, and %s".formatted(by, lost, how);
  }

  /**
   * @param members of its cluster when it lived
   */
  public static Optional<TakenPlace> of(
      TopologySnapshot snapshot, InstanceAddress lost, Collection<Member> members) {
    Set<InstanceAddress> below = RememberedCluster.below(snapshot, lost);
    Set<InstanceAddress> looked = new TreeSet<>();
    return members.stream()
        .filter(each -> !snapshot.keptUnder(each.address()).equals(lost))
        .filter(each -> looked.add(snapshot.keptUnder(each.address())))
        .flatMap(each ->
            of(snapshot, snapshot.keptUnder(each.address()), each.tookWrites(), below).stream())
        .findFirst();
  }

  private static Optional<TakenPlace> of(
      TopologySnapshot snapshot,
      InstanceAddress member,
      boolean tookWrites,
      Set<InstanceAddress> below) {
    return snapshot
        .find(member)
        .flatMap(node ->
            below.contains(member)
                ? ofReplica(node, tookWrites)
                : snapshot.linksOf(member).isEmpty()
                    ? ofLone(snapshot, node)
                    : Optional.<String>empty())
        .map(how -> new TakenPlace(member, how));
  }

  private static Optional<String> ofReplica(Node node, boolean tookWrites) {
    return node.currentState()
        .filter(state -> !tookWrites && state.writeProtection().acceptsWrites().is(true))
        .map(state -> "takes writes now, which it did not as a replica");
  }

  /** A lone server that is known to take no writes is nobody's source. */
  private static Optional<String> ofLone(TopologySnapshot snapshot, Node node) {
    List<InstanceAddress> replicas =
        snapshot.linksTo(node.address()).stream().map(link -> link.replica()).distinct().toList();
    Optional<InstanceState> state = node.state();
    if (state.isEmpty()) {
      return Optional.empty();
    }
    if (!replicas.isEmpty()) {
      return Optional.of(
          "is a source now, of "
              + String.join(", ", replicas.stream().map(InstanceAddress::toString).toList()));
    }
    if (state.get().writeProtection().acceptsWrites().is(false)) {
      return Optional.empty();
    }
    return Optional.of(
        state.get().writeProtection().acceptsWrites().is(true)
            ? "takes writes now, and replicates from nobody"
            : "replicates from nobody now; whether it takes writes is not known");
  }
}
