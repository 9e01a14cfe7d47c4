package io.tutti.plugins.mysql;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Lag by original commit timestamps, by the replica's clock at the moment when its tables were
 * read.
 *
 * <ol>
 *   <li>A thread is stopped or not connected: a heartbeat table knows the lag even then; without
 *       one it is unknown. Timestamps only report of what was received, and the age of the last
 *       applied transaction is no lag: the source may have been idle since.
 *   <li>All that was received is applied: zero, however old the last transaction is.
 *   <li>The age of the oldest transaction that a worker works on; between two transactions, of the
 *       newest one applied.
 *   <li>The clocks of source and replica may differ, which the server itself allows for: its own
 *       figure counts where it is the larger one, and no commit in the future is zero.
 *   <li>The source shows no commit times (5.7 and older): heartbeat table, else
 *       Seconds_Behind_Source.
 * </ol>
 */
final class CommitTimestampLag implements LagReading {
  /** The server's own figure is in whole seconds, and counts from where a transaction began. */
  private static final Duration INACCURACY = Duration.ofSeconds(2);

  @Override
  public Observed<Lag> lag(Reading reading, ReplicaStatus status) {
    boolean runs =
        status.receiverState() == ThreadState.RUNNING
            && status.applierState() == ThreadState.RUNNING;
    if (!runs) {
      return LagReading.heartbeatOrSeconds(reading, status);
    }
    if (isCaughtUp(reading, status)) {
      return known(Duration.ZERO);
    }
    return reading
        .rows(TableWorkers.KEY)
        .flatMap(rows ->
            age(rows.all().stream().filter(row -> TableWorkers.isOf(row, status)).toList())
                .map(age -> checked(age, status.secondsBehind()))
                .orElseGet(() -> LagReading.heartbeatOrSeconds(reading, status)));
  }

  /**
   * By GTIDs where it has them, because the position is only brought forward at checkpoints, some
   * 300 ms apart.
   */
  private static boolean isCaughtUp(Reading reading, ReplicaStatus status) {
    Optional<GtidSet> retrieved = MySqlDialect.retrieved(reading, status).asOptional();
    Optional<GtidSet> executed = MySqlDialect.executed(reading, status).asOptional();
    if (retrieved.isPresent() && executed.isPresent() && !retrieved.get().isEmpty()) {
      return executed.get().contains(retrieved.get());
    }
    Optional<BinlogPosition> read = status.read().asOptional();
    return read.isPresent() && read.equals(status.executed().asOptional());
  }

  private static Optional<Duration> age(List<Row> workers) {
    Optional<Instant> oldestInWork =
        workers.stream()
            .flatMap(row -> Times.find(row.textOrEmpty("APPLYING_COMMITTED_AT")).stream())
            .min(Instant::compareTo);
    Optional<Instant> reference =
        oldestInWork.or(() ->
            workers.stream()
                .flatMap(row -> Times.find(row.textOrEmpty("LAST_APPLIED_COMMITTED_AT")).stream())
                .max(Instant::compareTo));
    return reference.map(
        at -> Duration.between(at, Times.parse(workers.getFirst().textOrEmpty("NOW_AT"))));
  }

  /**
   * @param age negative where the source's clock is ahead
   */
  static Observed<Lag> checked(Duration age, Observed<Lag> serversOwn) {
    Optional<Lag> own = serversOwn.asOptional();
    if (own.filter(lag -> lag.amount().minus(INACCURACY).compareTo(age) > 0).isPresent()) {
      return serversOwn;
    }
    if (!age.isNegative()) {
      return known(age);
    }
    return own.isPresent()
        ? serversOwn
        : Observed.unknown(
            "by its clock what it applies was committed %d ms from now: its clock and its source's differ"
                .formatted(age.negated().toMillis()));
  }

  private static Observed<Lag> known(Duration amount) {
    return Observed.known(new Lag(amount, LagSource.COMMIT_TIMESTAMPS));
  }
}
