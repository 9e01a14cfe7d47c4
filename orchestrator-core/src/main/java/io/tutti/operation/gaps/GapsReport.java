package io.tutti.operation.gaps;

import io.tutti.gaps.ChannelGaps;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import java.util.List;

/** The gaps of one server. */
public record GapsReport(InstanceState state, List<OfChannel> channels) {
  public GapsReport {
    channels = List.copyOf(channels);
  }

  /** The gaps of one channel, as exactly as the server and its source tell. */
  public record OfChannel(Channel channel, ChannelGaps gaps) {}
}
