package io.tutti.operation.promotion;

import io.tutti.model.Channel;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.util.List;
import java.util.Optional;

/**
 * Ends the channel from the lost source, so that nothing starts it again. That cannot be undone, as
 * the server forgets the password of its account with it.
 */
final class RemoveChannelStep implements Step<Nothing> {
  static final String KIND = "promotion.remove-channel";

  private final PromotedChannel channel;
  private final boolean stopsFirst;

  /**
   * @param stopsFirst whether one that somebody has started is stopped; else it is left, and this
   *     fails
   */
  RemoveChannelStep(PromotionEnvironment environment, PlannedStep planned, boolean stopsFirst) {
    this.stopsFirst = stopsFirst;
    this.channel =
        PromotedChannel.of(environment, planned.target(), planned.work(ChannelFrom.class));
  }

  @Override
  public void precondition(StepContext context) {
    channel.find(context).ifPresent(this::requireReady);
  }

  private void requireReady(Channel found) {
    channel.requireFromLost(found);
    if (!stopsFirst && !isStopped(found)) {
      throw channel.changed("replicates again");
    }
  }

  private static boolean isStopped(Channel found) {
    return found.applier().state() == ThreadState.STOPPED
        && found.receiver().state() == ThreadState.STOPPED;
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    Optional<Channel> found = channel.find(context);
    if (found.isEmpty()) {
      return StepOutcome.alreadyDone("It is gone.");
    }
    requireReady(found.get());
    try (ChannelSession session = channel.open(context)) {
      if (!isStopped(found.get())) {
        session.stop(ReplicationThread.BOTH);
      }
      session.control().endChannel(channel.name(), context.deadline());
      return StepOutcome.done("It replicates from %s no longer.".formatted(channel.lost()));
    }
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    return Verdict.of(
        channel.find(context).isEmpty(),
        "%s still has the channel from %s.".formatted(channel.target(), channel.lost()));
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    throw StepFailure.fatal(
        "%s has forgotten how it replicated from %s.".formatted(channel.target(), channel.lost()),
        List.of(
            "promote it: SET GLOBAL read_only = 0 on " + channel.target(),
            "or let it replicate again: CHANGE MASTER on %s, to the position that the operation shows for it"
                .formatted(channel.target())));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.of(
        channel.find(context).filter(channel::isFromLost).isPresent(),
        "%s replicates from %s no longer.".formatted(channel.target(), channel.lost()));
  }
}
