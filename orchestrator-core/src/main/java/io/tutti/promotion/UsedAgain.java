package io.tutti.promotion;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import java.util.List;
import java.util.Optional;

/**
 * Which names of transactions that a source lost it has given to others since, as far as the names
 * alone show: those that it, or a replica, lacked when its restart was looked at, and has by now.
 * Pure.
 *
 * @param lostOnSource what was found then
 */
record UsedAgain(List<LostOnSourceByReplica> lostOnSource) {

  /**
   * Names under which one of two may have what the source lost, and the other what it wrote since.
   * A replica of which nothing was found out then may have either.
   */
  Optional<GtidSet> between(Candidate one, Candidate other) {
    return since(one.address(), other).or(() -> since(other.address(), one));
  }

  private Optional<GtidSet> since(InstanceAddress kept, Candidate other) {
    return other.has() instanceof Has.Named(GtidSet has)
        ? of(kept)
            .map(lost -> common(lost, has))
            .map(both -> of(other.address()).map(both::minus).orElse(both))
            .filter(names -> !names.isEmpty())
        : Optional.empty();
  }

  /** What the source has by now of that. */
  Optional<GtidSet> by(InstanceState source) {
    return source.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed)
        ? lostOnSource.stream()
            .flatMap(each -> of(each.address()).stream())
            .map(lost -> common(lost, executed))
            .filter(names -> !names.isEmpty())
            .reduce(GtidSet::union)
        : Optional.empty();
  }

  /** Not of domains: how far one got does not show what was lost. */
  private Optional<GtidSet> of(InstanceAddress replica) {
    return lostOnSource.stream()
        .filter(each -> each.address().equals(replica))
        .flatMap(each -> named(each.lostOnSource()).stream())
        .filter(lost -> lost.transactionCount().isPresent())
        .reduce(GtidSet::union);
  }

  private static Optional<GtidSet> named(LostOnSource lostOnSource) {
    return lostOnSource instanceof LostOnSource.Named(GtidSet lost)
        ? Optional.of(lost)
        : Optional.empty();
  }

  private static GtidSet common(GtidSet one, GtidSet other) {
    return one.minus(one.minus(other));
  }
}
