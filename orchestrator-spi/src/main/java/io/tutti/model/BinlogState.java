package io.tutti.model;

import java.util.Objects;

/**
 * What a server writes for its own replicas.
 *
 * @param enabled {@code log_bin}
 * @param logsReplicatedWrites {@code log_slave_updates}: whether what it replicates goes to its
 *     binlog too
 * @param format {@code binlog_format}: ROW, MIXED or STATEMENT
 * @param rowImage {@code binlog_row_image}
 * @param position the end of the newest binlog; absent when none is written
 * @param stuck commits that wait while the server does not say that; absent where it does
 */
public record BinlogState(
    Observed<Boolean> enabled,
    Observed<Boolean> logsReplicatedWrites,
    Observed<String> format,
    Observed<String> rowImage,
    Observed<BinlogPosition> position,
    Observed<StuckCommits> stuck) {

  public BinlogState {
    // States that an older controller stored have none.
    stuck = Objects.requireNonNullElse(stuck, Observed.unknown("it was not read"));
  }

  /** One that says where its binlog ends, or of which nobody asked. */
  public BinlogState(
      Observed<Boolean> enabled,
      Observed<Boolean> logsReplicatedWrites,
      Observed<String> format,
      Observed<String> rowImage,
      Observed<BinlogPosition> position) {
    this(
        enabled,
        logsReplicatedWrites,
        format,
        rowImage,
        position,
        Observed.absent("nothing waits for its binlog"));
  }
}
