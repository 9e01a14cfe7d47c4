package io.tutti.topology;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The errant transactions of a replica, from the readings of the servers around it.
 *
 * <ol>
 *   <li>Those of its own ({@link Errant}) that none of its sources has. Nobody's reading is late
 *       for them: they came over no channel.
 *   <li>With UUIDs also those of a third server, which came over no channel either and which no
 *       source has: of a source that was replaced, say, and that had not sent them to its
 *       successor. The servers above are left out: what they write reaches a replica and its source
 *       at different moments, and the readings are not of the same one.
 *   <li>In a ring, what a server wrote is still on its way to its source, so nothing is said.
 * </ol>
 */
public final class ErrantFinder {
  private ErrantFinder() {}

  /**
   * @return empty when it has none; unknown where a server was not read; absent on a server that
   *     replicates from nobody, or whose transactions bear no names
   */
  public static Observed<GtidSet> of(TopologySnapshot snapshot, Node replica) {
    Optional<InstanceState> state = replica.currentState();
    List<ReplicationLink> links = snapshot.linksOf(replica.address());
    if (state.isEmpty()) {
      return Observed.unknown(replica.address() + " could not be read just now");
    }
    if (links.isEmpty()) {
      return Observed.absent("it has no source");
    }
    Above above = above(snapshot, replica.address());
    if (above.servers().contains(replica.address())) {
      return Observed.absent("it is part of a ring");
    }
    Observed<GtidSet> errant = Observed.absent("nothing is known of its sources");
    for (ReplicationLink link : links) {
      Observed<GtidSet> here =
          snapshot
              .find(link.source())
              .flatMap(Node::currentState)
              .map(source -> of(state.get(), source, above))
              .orElse(Observed.unknown(link.source() + " could not be read just now"));
      if (!here.isKnown()) {
        return here;
      }
      errant = errant.isKnown() ? both(errant, here) : here;
    }
    return errant;
  }

  private static Observed<GtidSet> of(InstanceState replica, InstanceState source, Above above) {
    return Errant.of(replica, source)
        .map(own -> own instanceof MySqlGtidSet ? own.union(foreign(replica, source, above)) : own);
  }

  private static GtidSet foreign(InstanceState replica, InstanceState source, Above above) {
    if (!above.allRead()
        || !(replica.gtid().executed() instanceof Observed.Known<GtidSet>(MySqlGtidSet has))
        || !(source.gtid().executed() instanceof Observed.Known<GtidSet>(MySqlGtidSet theirs))) {
      return MySqlGtidSet.EMPTY;
    }
    GtidSet left = has.minus(theirs);
    for (var channel : replica.knownChannels()) {
      Optional<GtidSet> received = channel.receiver().retrieved().asOptional();
      left = received.isPresent() ? left.minus(received.get()) : left;
    }
    GtidSet foreign = MySqlGtidSet.EMPTY;
    for (String origin : left.origins()) {
      if (!above.uuids().contains(origin) && !replica.identity().serverUuid().is(origin)) {
        foreign = foreign.union(left.from(origin));
      }
    }
    return foreign;
  }

  private static Observed<GtidSet> both(Observed<GtidSet> one, Observed<GtidSet> other) {
    return one.flatMap(mine -> other.map(theirs -> mine.minus(mine.minus(theirs))));
  }

  /** All that writes of others come through on their way to a server. */
  private record Above(Set<InstanceAddress> servers, Set<String> uuids, boolean allRead) {}

  private static Above above(TopologySnapshot snapshot, InstanceAddress replica) {
    Set<InstanceAddress> servers = new HashSet<>();
    Set<String> uuids = new HashSet<>();
    boolean allRead = true;
    List<InstanceAddress> open = new java.util.ArrayList<>(List.of(replica));
    while (!open.isEmpty()) {
      for (ReplicationLink link : snapshot.linksOf(open.removeLast())) {
        if (servers.add(link.source())) {
          open.add(link.source());
          Optional<String> uuid =
              snapshot
                  .find(link.source())
                  .flatMap(Node::currentState)
                  .flatMap(state -> state.identity().serverUuid().asOptional());
          uuid.ifPresent(uuids::add);
          allRead &= uuid.isPresent();
        }
      }
    }
    return new Above(servers, uuids, allRead);
  }
}
