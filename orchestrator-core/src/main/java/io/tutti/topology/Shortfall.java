package io.tutti.topology;

import io.tutti.gtid.GtidRelation;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.Optional;

/**
 * How much of a server's transactions another one lacks, as far as both reported when read last, of
 * what its own history has ({@link SourceHistory}).
 */
public final class Shortfall {
  private static final Observed<GtidSet> UNREAD = Observed.unknown("it was not read");

  private Shortfall() {}

  /** In words that continue after "lacks". */
  public static String of(
      TopologySnapshot snapshot, InstanceAddress replica, InstanceAddress writer) {
    Optional<InstanceState> above = read(snapshot, writer);
    Optional<InstanceState> below = read(snapshot, replica);
    Optional<SourceHistory> history = above.flatMap(SourceHistory::of);
    if (history.isEmpty()
        || !(below.map(state -> state.gtid().executed()).orElse(UNREAD)
            instanceof Observed.Known<GtidSet>(GtidSet executed))
        || history.get().known().relationTo(executed) == GtidRelation.INCOMPARABLE) {
      return "what %s writes (how much is unknown: there are no GTIDs to compare)"
          .formatted(writer);
    }
    GtidSet own = history.get().executedOf(below.orElseThrow().gtid(), executed);
    GtidSet missing = heads(history.get().known()).minus(own);
    if (missing.isEmpty()) {
      return "nothing, by GTID, of what %s had written when both were read last".formatted(writer);
    }
    return missing.transactionCount().isPresent()
        ? "%d transactions of %s (%s)"
            .formatted(missing.transactionCount().getAsLong(), writer, missing)
        : "what %s wrote up to %s (it is at %s itself)"
            .formatted(writer, missing, own.isEmpty() ? "nothing" : own);
  }

  private static GtidSet heads(GtidSet known) {
    return known instanceof MariaDbGtidSet domains ? domains.heads() : known;
  }

  private static Optional<InstanceState> read(TopologySnapshot snapshot, InstanceAddress address) {
    return snapshot
        .find(address)
        .flatMap(Node::currentState)
        .filter(state -> !state.gtid().mode().is("OFF"));
  }
}
