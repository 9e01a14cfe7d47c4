package io.tutti.plugins.mysql;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import io.tutti.plugins.sql.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Where a flavor shows how far a channel's applier is behind. */
public interface LagReading {
  Observed<Lag> lag(Reading reading, ReplicaStatus status);

  /**
   * 5.6 and 5.7: a heartbeat table where one is configured, else Seconds_Behind_Master. A heartbeat
   * table that cannot be read is not replaced by the worse figure: whoever configured it wants to
   * know.
   */
  static LagReading byHeartbeatOrSeconds() {
    return LagReading::heartbeatOrSeconds;
  }

  /** 8.0 and later: commit timestamps, and where they show nothing the older ways. */
  static LagReading byCommitTimestamps() {
    return new CommitTimestampLag();
  }

  /** The older ways, for every release. */
  static Observed<Lag> heartbeatOrSeconds(Reading reading, ReplicaStatus status) {
    if (!reading.heartbeats().isEmpty()) {
      return reading.heartbeatLag(status);
    }
    Observed<Lag> lag = status.secondsBehind();
    boolean isZero = lag.asOptional().filter(known -> known.amount().isZero()).isPresent();
    return isZero ? standstill(reading, status).orElse(lag) : lag;
  }

  /**
   * Seconds_Behind_Master of a parallel applier counts from the last checkpoint, and is 0 until the
   * first one: 5.6.14 (measured) says 0 for as long as the first transaction after a start is
   * blocked. So a zero is not believed while the low-water mark is stopped behind what was received
   * for longer than checkpoints are apart.
   */
  private static Optional<Observed<Lag>> standstill(Reading reading, ReplicaStatus status) {
    Optional<BinlogPosition> executed = status.executed().asOptional();
    Optional<BinlogPosition> read = status.read().asOptional();
    if (executed.isEmpty() || read.isEmpty() || executed.equals(read)) {
      return Optional.empty();
    }
    Instant stoppedSince =
        reading
            .memory()
            .parsed(
                "low-water mark of channel '" + status.channelName() + "'",
                executed.get() + " then " + status.row().textOrEmpty("Executed_Gtid_Set"),
                text -> reading.serverTime());
    Duration isStopped = Times.since(stoppedSince, reading.serverTime());
    if (isStopped.compareTo(Duration.ofSeconds(1)) < 0) {
      return Optional.empty();
    }
    return Optional.of(
        Observed.unknown(
            "the server reports 0 s, but its applier is at "
                + executed.get()
                + " for "
                + isStopped.toSeconds()
                + " s while "
                + read.get()
                + " was received"));
  }
}
