package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.server.Servers.Session;
import io.tutti.topology.TopologySnapshot;
import java.util.Optional;

/**
 * A channel from the source that is replaced, as the steps find it.
 *
 * @param lost that source, as the channel names it
 */
record PromotedChannel(
    PromotionEnvironment environment, InstanceAddress target, String name, InstanceAddress lost) {
  static PromotedChannel of(
      PromotionEnvironment environment, InstanceAddress target, ChannelFrom channel) {
    return new PromotedChannel(environment, target, channel.channel(), channel.source());
  }

  ChannelSession open(StepContext context) {
    return ChannelSession.open(environment.channels(), target, name, context);
  }

  /** Empty when the server replicates no longer over it. */
  Optional<Channel> find(StepContext context) {
    try (Session session = environment.servers().open(target, context.deadline())) {
      return session.readChannels(context.deadline()).channel(name);
    }
  }

  /** Each replica may know it by another name. */
  boolean isFromLost(Channel channel) {
    return isSame(environment, channel.source(), lost);
  }

  static boolean isSame(
      PromotionEnvironment environment, InstanceAddress one, InstanceAddress other) {
    TopologySnapshot topology = environment.world().get().topology();
    return topology.keptUnder(one).equals(topology.keptUnder(other));
  }

  void requireFromLost(Channel channel) {
    if (!isFromLost(channel)) {
      throw changed("now replicates from %s".formatted(channel.source()));
    }
  }

  StepFailure changed(String what) {
    return StepFailure.fatal(
        "%s %s.".formatted(target, what), Remedies.of(Acts.showInstance(target)));
  }
}
