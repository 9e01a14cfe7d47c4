package io.tutti.topology;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A replica that has received from the address of its source what the server that answers there
 * never had: it is another server, or has lost its data. What the one has is nothing of the other
 * then. Pure.
 *
 * <ol>
 *   <li>What the receiver got over its channel shows it: not what the replica wrote, or got over
 *       another one.
 *   <li>What the server wrote itself does not count: it may have lost the end of that in a crash.
 *   <li>Of a server that replicates itself only names count of which it has none at all: more of
 *       the others may have come meanwhile.
 *   <li>Where a known server may have written it, the replica was read before its source: what came
 *       in between shows nothing.
 * </ol>
 *
 * @param source the address
 * @param replica of what answers there, as it is set
 * @param got what it received from there, and the server there never had
 */
public record Stranger(InstanceAddress source, InstanceAddress replica, GtidSet got) {

  /** Those of one source; a replica that is marked to be rebuilt proves nothing any more. */
  public static List<Stranger> of(WorldView world, InstanceAddress source) {
    TopologySnapshot snapshot = world.topology();
    Optional<Node> above = snapshot.find(source);
    return snapshot.linksTo(source).stream()
        .filter(link -> world.rebuildOf(link.replica()).isEmpty())
        .flatMap(link -> above.flatMap(node -> of(snapshot, node, link)).stream())
        .toList();
  }

  private static Optional<Stranger> of(
      TopologySnapshot snapshot, Node source, ReplicationLink link) {
    Optional<InstanceState> above = source.state();
    Optional<InstanceState> below = snapshot.find(link.replica()).flatMap(Node::state);
    if (above.isEmpty() || below.isEmpty()) {
      return Optional.empty();
    }
    boolean wasReadFirst = !below.get().observedAt().isAfter(above.get().observedAt());
    return SourceHistory.of(above.get())
        .flatMap(history ->
            link.channel()
                .receiver()
                .retrieved()
                .asOptional()
                .flatMap(retrieved ->
                    lacked(
                        history,
                        retrieved,
                        origin -> wasReadFirst || snapshot.nodesOfUuid(origin).isEmpty())))
        .map(got -> new Stranger(source.address(), link.replica(), got));
  }

  private static Optional<GtidSet> lacked(
      SourceHistory history, GtidSet retrieved, Predicate<String> shows) {
    if (!(history.known() instanceof MySqlGtidSet known)
        || !(retrieved instanceof MySqlGtidSet names)
        || history.uuid().isEmpty()) {
      return Optional.empty();
    }
    GtidSet lacked = MySqlGtidSet.EMPTY;
    for (String origin : names.origins()) {
      boolean isOwn = origin.equalsIgnoreCase(history.uuid().get());
      boolean mayGrow = history.replicates() && known.origins().contains(origin);
      if (!isOwn && !mayGrow && shows.test(origin)) {
        lacked = lacked.union(names.from(origin).minus(known));
      }
    }
    return Optional.of(lacked).filter(found -> !found.isEmpty());
  }

  /** What a person can do. */
  public Remedies remedies() {
    return Remedies.of(
            "if the former server still exists: let %s replicate from the address that this has now",
            replica)
        .or(
            "if the server at %s is the right one: save what %s alone has, and %s",
            source, replica, Acts.markToRebuild(replica));
  }

  /** A part of a sentence that goes on after the name of the source. */
  public String why() {
    return "is not the server from which %s replicated: %s received %s from this address, and the server there never had that"
        .formatted(replica, replica, got);
  }
}
