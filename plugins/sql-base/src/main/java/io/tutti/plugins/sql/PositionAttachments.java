package io.tutti.plugins.sql;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.spi.backup.Attachment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How copies of a stopped replica are attached by log position, in either family. */
public final class PositionAttachments {
  private PositionAttachments() {}

  /** The statement that lets a server replicate from a place on. */
  @FunctionalInterface
  public interface Change {
    String from(InstanceAddress source, BinlogPosition at, Channel channel);
  }

  /**
   * By where its applier is stopped in the source's binlog, and by where its own binlog ends.
   *
   * @param knowsPlaceInSource whether what it shows of its applier is such a place
   */
  public static List<Attachment> of(
      InstanceState state, Channel channel, boolean knowsPlaceInSource, Change change) {
    Optional<Attachment> bySource =
        channel
            .applier()
            .executed()
            .asOptional()
            .filter(at -> knowsPlaceInSource)
            .map(at ->
                new Attachment(
                    Attachment.By.SOURCE_POSITION,
                    channel.source(),
                    List.of(change.from(channel.source(), at, channel)),
                    "Any copy."));
    Optional<Attachment> byOwn =
        state
            .binlog()
            .position()
            .asOptional()
            .filter(at -> state.binlog().logsReplicatedWrites().is(true))
            .map(at ->
                new Attachment(
                    Attachment.By.OWN_POSITION,
                    state.address(),
                    List.of(change.from(state.address(), at, channel)),
                    "Any copy; it then replicates from the server that it was taken of."));
    List<Attachment> ways = new ArrayList<>();
    bySource.ifPresent(ways::add);
    byOwn.ifPresent(ways::add);
    return ways;
  }
}
