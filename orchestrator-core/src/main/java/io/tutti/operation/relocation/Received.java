package io.tutti.operation.relocation;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;

/**
 * What a new source must have executed before a channel may replicate from it. Pure.
 *
 * <p>By the GTIDs of servers it is asked for whatever the replica lacks, so only what was received
 * and not applied counts: that is dropped. By domains it is asked for what comes after the place
 * that the replica has come to, so it must have come as far.
 */
final class Received {
  private Received() {}

  static Observed<GtidSet> of(InstanceState replica, Channel channel) {
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
                          replica.gtid().replicated().map(place -> place.union(retrieved));
                    }));
  }
}
