package io.tutti.spi.backup;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import java.util.List;
import java.util.Optional;

/** What a release's backup tools and copies need to know. Pure. */
public interface BackupGuide {
  /** Where a server stands by its GTIDs, under the server's own names. */
  List<Coordinate> coordinates(InstanceState state);

  /**
   * Every way in which a copy that was taken now can be attached; the surest first. None by a
   * coordinate that is not known.
   */
  List<Attachment> attachments(InstanceState state, Channel channel);

  /**
   * How a copy of a server itself is attached to that: by GTID, or from a place in its binlog on.
   *
   * @param at empty for by GTID
   */
  Attachment attachBelow(InstanceAddress source, Optional<BinlogPosition> at);

  /** How a copy of a server's rows is attached to that, by what the copy has executed. */
  default Attachment attachBelow(InstanceAddress source, GtidSet executed) {
    return attachBelow(source, Optional.empty());
  }

  /**
   * How a server that was the source itself is attached to the one that took its place; its binlogs
   * stay.
   *
   * @param executed all that it has executed, as its own binlogs name it
   */
  default Attachment attachFormerSource(InstanceAddress source, GtidSet executed) {
    return attachBelow(source, Optional.empty());
  }

  /**
   * The same way, to a source that was read: where a release asks for TLS unless it is told
   * otherwise, and the source is known to offer none, the statement says so. Said of a way that was
   * fitted before, it is fitted again.
   */
  default Attachment towards(InstanceState source, Attachment way) {
    return way;
  }

  /** The same way, and the channel is set as another one was. */
  default Attachment alike(ChannelOptions options, Attachment way) {
    return way;
  }

  /** What {@link #alike} says beside the way; empty where there is nothing. */
  default String saidOf(ChannelOptions options) {
    return "";
  }

  /**
   * How a server that replicates from nobody is dumped, and the dump is loaded; empty where the
   * plugin does not know.
   *
   * @param source which
   * @param copy the server that becomes a copy of it
   */
  default Optional<SourceDump> dumpOf(InstanceState source, InstanceState copy) {
    return Optional.empty();
  }

  /** The tools that copy this release. */
  List<BackupTool> tools();

  /** How many temporary tables the applier holds open, which no copy has. */
  Observed<Long> openTemporaryTables(InstanceState state);
}
