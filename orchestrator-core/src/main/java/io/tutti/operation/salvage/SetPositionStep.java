package io.tutti.operation.salvage;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Positioning;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.PlannedStep;

/**
 * Sets a channel that is stopped to the place in its source's binlog where what its rows hold ends.
 * From then on it replicates rightly whenever somebody starts it, whatever its GTIDs show.
 *
 * <p>Undo lets it find its place by GTID again, if it did.
 */
final class SetPositionStep implements Step<SetPositionStep.Before> {
  static final String KIND = "salvage.set-position";

  record Work(ChannelFrom channel, BinlogPosition place) {}

  record Before(boolean byGtid) {}

  private final SalvagedChannel channel;
  private final BinlogPosition place;

  SetPositionStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.channel = SalvagedChannel.of(environment, planned.target(), work.channel());
    this.place = work.place();
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Observation observation = session.read();
      channel.requireStopped(observation);
      if (!SalvageReader.place(observation.channel()).is(place)) {
        throw channel.changed("is at %s now".formatted(SalvageReader.place(observation.channel())));
      }
    }
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      return new Before(session.read().channel().positioning() == Positioning.AUTO_POSITION);
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      channel.requireStopped(session.read());
      session.control().goOnAt(place, channel.name(), context.deadline());
      return StepOutcome.done("It continues at " + place + " when it is started.");
    }
  }

  private boolean isThere(Observation observation) {
    return observation.channel().positioning() == Positioning.LOG_POSITION
        && observation.channel().applier().executed().is(place);
  }

  /** Once it was started, it is past that. */
  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      Observation observation = session.read();
      return Verdict.of(
          isThere(observation) || SalvagedChannel.runs(observation),
          "%s does not continue at %s.".formatted(channel.target(), place));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      if (before.byGtid()) {
        session.dropReceived();
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      boolean byGtid = session.read().channel().positioning() == Positioning.AUTO_POSITION;
      return Verdict.of(
          byGtid == before.byGtid(),
          "%s does not find its position as before.".formatted(channel.target()));
    }
  }
}
