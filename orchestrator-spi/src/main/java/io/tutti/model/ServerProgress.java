package io.tutti.model;

import java.util.List;
import java.util.Optional;

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

  /** Empty also where they could not be read. */
  public Optional<Channel> channel(String name) {
    return channels.asOptional().orElse(List.of()).stream()
        .filter(each -> each.name().equals(name))
        .findFirst();
  }
}
