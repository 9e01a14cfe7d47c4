package io.tutti.operation.relocation;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.topology.SourceHistory;
import java.util.Optional;

/**
 * What a new source must have executed before a channel may replicate from it. Pure.
 *
 * <p>By the GTIDs of servers it is asked for whatever the replica lacks, so only what was received
 * and not applied counts: that is dropped. By domains it is asked for what comes after the place
 * that the replica has come to, so it must have come as far: in each domain of which it has
 * anything, or of which anything came from the source before it. A position of another domain is
 * left over from an earlier time, and no server is asked for it.
 *
 * @param former what the source before it wrote; empty where that was never read: then any domain
 *     counts
 */
record Received(Optional<SourceHistory> former) {

  /**
   * @param to the new source
   */
  Observed<GtidSet> of(InstanceState replica, Channel channel, InstanceState to) {
    return replica
        .gtid()
        .executed()
        .flatMap(executed ->
            channel
                .receiver()
                .retrieved()
                .flatMap(retrieved ->
                    switch (executed) {
                      case MySqlGtidSet applied -> Observed.known(retrieved.minus(applied));
                      case MariaDbGtidSet applied ->
                          replica
                              .gtid()
                              .replicated()
                              .map(place -> asked(replica.gtid(), place, retrieved, to));
                    }));
  }

  private GtidSet asked(GtidState gtid, GtidSet place, GtidSet retrieved, InstanceState to) {
    GtidSet all = place.union(retrieved);
    if (former.isEmpty()) {
      return all;
    }
    SourceHistory history = former.get();
    MariaDbGtidSet counted =
        domains(history.executedOf(gtid, place))
            .union(history.receivedOf(gtid, retrieved))
            .union(domains(to.gtid().executed()))
            .union(domains(to.gtid().logged()));
    MariaDbGtidSet asked = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : domains(all).gtids()) {
      asked = counted.findHead(each.domain()).isPresent() ? asked.with(each) : asked;
    }
    return asked;
  }

  private static MariaDbGtidSet domains(Observed<GtidSet> set) {
    return domains(set.asOptional().orElse(MariaDbGtidSet.EMPTY));
  }

  private static MariaDbGtidSet domains(GtidSet set) {
    return set instanceof MariaDbGtidSet domains ? domains : MariaDbGtidSet.EMPTY;
  }
}
