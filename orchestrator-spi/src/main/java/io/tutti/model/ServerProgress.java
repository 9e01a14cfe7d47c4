package io.tutti.model;

import java.util.List;

/**
 * How far a server is at one moment, and whether clients can write to it.
 *
 * @param end of its binlog
 * @param channels one for each source
 */
public record ServerProgress(
    ServerVersion version,
    GtidState gtid,
    Observed<BinlogPosition> end,
    Observed<List<Channel>> channels,
    WriteProtection writeProtection) {

  public static ServerProgress of(InstanceState state) {
    return new ServerProgress(
        state.version().version(),
        state.gtid(),
        state.binlog().position(),
        state.channels(),
        state.writeProtection());
  }
}
