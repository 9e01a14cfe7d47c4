package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.Optional;

/**
 * What servers have of one source. What its replicas wrote themselves ({@link Errant}) did not come
 * from it, so it is left out, of each of them. Pure.
 *
 * @param errant of all its replicas; empty when none is known
 */
public record OfSource(Optional<GtidSet> errant) {

  /** What is known of a source and its replicas, however old. */
  public static OfSource of(TopologySnapshot snapshot, InstanceAddress source) {
    Optional<InstanceState> above = snapshot.find(source).flatMap(Node::state);
    return new OfSource(
        snapshot.linksTo(source).stream()
            .map(ReplicationLink::replica)
            .distinct()
            .flatMap(replica -> snapshot.find(replica).flatMap(Node::state).stream())
            .flatMap(replica ->
                above.map(state -> Errant.of(replica, state)).stream()
                    .flatMap(found -> found.asOptional().stream()))
            .filter(found -> !found.isEmpty())
            .reduce(GtidSet::union));
  }

  /** What a replica has received or executed. */
  public Observed<Has> has(InstanceState state, Channel channel) {
    return has(state.gtid(), channel);
  }

  /** The same. */
  public Observed<Has> has(GtidState gtid, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? channel.receiver().read().map(Has.UpTo::new)
        : executed(gtid)
            .flatMap(executed ->
                channel
                    .receiver()
                    .retrieved()
                    .map(retrieved -> new Has.Named(executed.union(retrieved))));
  }

  Observed<Has> applied(InstanceState state, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? channel.applier().executed().map(Has.UpTo::new)
        : executed(state.gtid()).map(Has.Named::new);
  }

  /** What a server has executed of it. */
  public Observed<GtidSet> executed(GtidState gtid) {
    return gtid.executed()
        .map(all ->
            switch (all) {
              case MySqlGtidSet names -> errant.<GtidSet>map(names::minus).orElse(names);
              case MariaDbGtidSet position -> executed(gtid, position);
            });
  }

  /** A newer transaction of its own hides how far it came in that domain: it is distinguished. */
  private GtidSet executed(GtidState gtid, MariaDbGtidSet position) {
    MariaDbGtidSet left = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : position.gtids()) {
      if (!isErrant(each)) {
        left = left.with(each);
      }
    }
    return gtid.replicated().asOptional().map(left::union).orElse(left);
  }

  private boolean isErrant(MariaDbGtid gtid) {
    return errant.orElse(MariaDbGtidSet.EMPTY) instanceof MariaDbGtidSet listed
        && listed.gtids().contains(gtid);
  }

  /** Whether a server is known to have executed these. */
  public boolean hasExecuted(GtidState gtid, GtidSet wanted) {
    return executed(gtid).asOptional().filter(all -> all.contains(wanted)).isPresent();
  }

  @Override
  public String toString() {
    return errant.map(GtidSet::toString).orElse("");
  }
}
