package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession.Progress;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;

/**
 * Stops the replication of a channel, and keeps in the journal how far that came. Undo starts what
 * ran.
 */
final class StopStep implements Step<StopStep.Before> {
  static final String KIND = "channel.stop";

  /**
   * What was there.
   *
   * @param place up to which it had applied
   * @param executed by the server, of whatever channel
   */
  record Before(
      Stoppage.Noted stoppage,
      InstanceAddress source,
      Positioning positioning,
      Observed<BinlogPosition> place,
      Observed<GtidSet> executed) {}

  private final GapsEnvironment environment;
  private final InstanceAddress target;
  private final ChannelFrom channel;

  StopStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.channel = planned.work(ChannelFrom.class);
  }

  private ChannelSession open(StepContext context) {
    return ChannelSession.open(environment, target, channel.channel(), context);
  }

  private Stoppage stoppage(Before before) {
    return Stoppage.in(environment, before.stoppage());
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = open(context)) {
      InstanceAddress source = session.progress().channel().source();
      if (!source.equals(channel.source())) {
        throw StepFailure.fatal(
            "%s now replicates from %s.".formatted(target, source),
            Remedies.of(Acts.showInstance(target)));
      }
    }
  }

  /** Stopping again does no harm, wherever it replicates from since. */
  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // A later step may have changed its source.
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = open(context)) {
      Progress observation = session.progress();
      return new Before(
          Stoppage.begin(environment, observation).noted(),
          observation.channel().source(),
          observation.channel().positioning(),
          observation.channel().applier().executed(),
          observation.gtid().executed());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      stoppage(before).stop(session, ReplicationThread.BOTH);
      return StepOutcome.done("It is stopped.");
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      Progress observation = session.progress();
      return Verdict.of(
          !observation.applies() && !observation.receives(),
          "The replication of %s runs.".formatted(target));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      stoppage(before).putBack(session);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      return Verdict.of(
          stoppage(before).isPutBack(session.progress()),
          "The replication of %s does not run as before.".formatted(target));
    }
  }
}
