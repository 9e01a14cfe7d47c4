package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who has the place of a source that was fenced: one of those that were in its cluster then is a
 * source now, and does not replicate from it any more, directly or not. A replica that was left
 * below the fenced one must not become a second source. What is not known of it counts as so. Pure.
 */
public final class TakenPlace {
  private TakenPlace() {}

  /**
   * @param members of its cluster when it lost its place
   */
  public static Optional<InstanceAddress> of(
      TopologySnapshot snapshot, InstanceAddress lost, Collection<InstanceAddress> members) {
    Set<InstanceAddress> below = below(snapshot, lost);
    return members.stream()
        .map(snapshot::keptUnder)
        .distinct()
        .filter(each -> !each.equals(lost) && !below.contains(each))
        .filter(each -> snapshot.linksOf(each).isEmpty())
        .filter(each -> isSource(snapshot, each))
        .findFirst();
  }

  /** A lone server that is known to take no writes is nobody's source. */
  private static boolean isSource(TopologySnapshot snapshot, InstanceAddress server) {
    Optional<InstanceState> state = snapshot.find(server).flatMap(Node::state);
    return state.isPresent()
        && (!snapshot.linksTo(server).isEmpty()
            || !state.get().writeProtection().acceptsWrites().is(false));
  }

  private static Set<InstanceAddress> below(TopologySnapshot snapshot, InstanceAddress source) {
    Set<InstanceAddress> found = new TreeSet<>();
    Deque<InstanceAddress> open = new ArrayDeque<>(Set.of(source));
    while (!open.isEmpty()) {
      for (ReplicationLink link : snapshot.linksTo(open.pop())) {
        if (found.add(link.replica())) {
          open.add(link.replica());
        }
      }
    }
    return found;
  }
}
