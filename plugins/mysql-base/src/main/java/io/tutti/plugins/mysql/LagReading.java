package io.tutti.plugins.mysql;

import io.tutti.model.Lag;
import io.tutti.model.Observed;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;

/** Where a flavor tells how far a channel's applier is behind. */
public interface LagReading {
  Observed<Lag> lag(Reading reading, ReplicaStatus status);

  /**
   * 5.6 and 5.7: a heartbeat table where one is configured, else Seconds_Behind_Master. A heartbeat
   * table that cannot be read is not replaced by the worse figure: whoever configured it wants to
   * know.
   */
  static LagReading byHeartbeatOrSeconds() {
    return (reading, status) ->
        reading.heartbeats().isEmpty() ? status.secondsBehind() : reading.heartbeatLag();
  }

  /** 8.0 and later: commit timestamps, and where they tell nothing the older ways. */
  static LagReading byCommitTimestamps() {
    return new CommitTimestampLag();
  }
}
