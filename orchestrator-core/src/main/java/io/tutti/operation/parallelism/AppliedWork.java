package io.tutti.operation.parallelism;

import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far the applier of a channel is, from one reading. Pure.
 *
 * @param executed transactions by GTID; empty where it has none
 * @param rows changed since the server began
 * @param waiting transactions that were received, and are not applied
 */
record AppliedWork(
    Optional<GtidSet> executed,
    Observed<Long> rows,
    Optional<Long> waiting,
    Observed<Lag> lag,
    boolean runs) {

  static AppliedWork of(InstanceState state, Channel channel) {
    Optional<GtidSet> executed = executed(state);
    return new AppliedWork(
        executed,
        state.counters().flatMap(counters -> counters.threads().rows()),
        executed.flatMap(has ->
            channel.receiver().retrieved().asOptional().flatMap(received -> count(received, has))),
        channel.lag(),
        io.tutti.spi.ReplicationThread.APPLIER.runsIn(channel));
  }

  private static Optional<GtidSet> executed(InstanceState state) {
    Observed<GtidSet> shown =
        state.gtid().replicated().isKnown() ? state.gtid().replicated() : state.gtid().executed();
    return shown.asOptional().filter(set -> !set.isEmpty());
  }

  private static Optional<Long> count(GtidSet of, GtidSet beyond) {
    OptionalLong count = of.countBeyond(beyond);
    return count.isPresent() ? Optional.of(count.getAsLong()) : Optional.empty();
  }

  /** Whether rows are counted, as it has no transactions to count. */
  boolean isOfRows() {
    return executed.isEmpty();
  }

  /** What was applied since; empty where that is not known. */
  Optional<Long> since(AppliedWork first) {
    if (executed.isPresent() && first.executed.isPresent()) {
      return count(executed.get(), first.executed.get());
    }
    Optional<Long> now = rows.asOptional();
    return first.rows.asOptional().flatMap(then -> now.map(after -> after - then));
  }

  /** Whether nothing is left to be applied. */
  boolean isCaughtUp() {
    return waiting
        .map(count -> count == 0)
        .orElseGet(
            () -> lag.asOptional().filter(each -> each.amount().equals(Duration.ZERO)).isPresent());
  }
}
