package io.tutti.operation.gaps;

import io.tutti.gaps.ChannelGaps;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import java.util.List;
import java.util.Optional;

/** The gaps of one server. */
public record GapsReport(InstanceState state, List<OfChannel> channels) {
  public GapsReport {
    channels = List.copyOf(channels);
  }

  /**
   * The gaps of one channel, as exactly as the server and its source show.
   *
   * @param mayRepeat why some of what is missing may be there already; empty when it is not
   */
  public record OfChannel(Channel channel, ChannelGaps gaps, Optional<String> mayRepeat) {}
}
