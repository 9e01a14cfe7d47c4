package io.tutti.operation.salvage;

import io.tutti.crash.ProcessEnd;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.SameBinlog;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.Capability;
import java.util.List;
import java.util.Set;

/**
 * All by which it is decided how a replica is salvaged.
 *
 * @param end how the process before ended
 * @param untouched whether the process that runs now has written no transaction to its binlogs
 * @param below who replicates from it, or is connected as if
 * @param own what it wrote itself
 */
record SalvageFacts(
    InstanceState state,
    Set<Capability> capabilities,
    Observed<ProcessEnd> end,
    Observed<Boolean> untouched,
    Observed<List<String>> below,
    OwnTransactions own,
    List<OfChannel> channels) {

  /**
   * One channel.
   *
   * @param gaps by what the server keeps of its workers beside the GTIDs
   * @param place in the source's binlog, up to which all is applied
   * @param binlog whether the source's binlog is the one that the place is of
   * @param before what the source had executed at that place
   * @param sourceExecuted what the source has executed by now
   */
  record OfChannel(
      Channel channel,
      ChannelGaps gaps,
      Observed<BinlogPosition> place,
      SameBinlog binlog,
      Observed<GtidSet> before,
      Observed<GtidSet> sourceExecuted) {}

  SalvageFacts {
    channels = List.copyOf(channels);
  }
}
