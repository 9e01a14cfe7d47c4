package io.tutti.topology;

import io.tutti.gtid.GtidRelation;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;

/**
 * How much of a server's transactions another one lacks, as far as both reported when read last.
 */
public final class Shortfall {
  private Shortfall() {}

  /** In words that continue after "lacks". */
  public static String of(
      TopologySnapshot snapshot, InstanceAddress replica, InstanceAddress writer) {
    if (!(executed(snapshot, writer) instanceof Observed.Known<GtidSet>(GtidSet all))
        || !(executed(snapshot, replica) instanceof Observed.Known<GtidSet>(GtidSet own))
        || all.relationTo(own) == GtidRelation.INCOMPARABLE) {
      return "what %s writes (how much is unknown: there are no GTIDs to compare)"
          .formatted(writer);
    }
    GtidSet missing = all.minus(own);
    if (missing.isEmpty()) {
      return "nothing, by GTID, of what %s had written when both were read last".formatted(writer);
    }
    return missing.transactionCount().isPresent()
        ? "%d transactions of %s (%s)"
            .formatted(missing.transactionCount().getAsLong(), writer, missing)
        : "what %s wrote up to %s (it is at %s itself)"
            .formatted(writer, missing, own.isEmpty() ? "nothing" : own);
  }

  private static Observed<GtidSet> executed(TopologySnapshot snapshot, InstanceAddress address) {
    return snapshot
        .find(address)
        .flatMap(Node::currentState)
        .filter(state -> !state.gtid().mode().is("OFF"))
        .map(state -> state.gtid().executed())
        .orElse(Observed.unknown("it reports no GTIDs"));
  }
}
