package io.tutti.operation.skip;

import io.tutti.gtid.Gtid;
import io.tutti.model.Channel;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Moves the position of one domain past its next transaction. The server takes that only while all
 * its replication is stopped, and fetches again afterwards what it had received and not applied.
 *
 * <ol>
 *   <li>Stop all that runs.
 *   <li>Move the position.
 *   <li>Start what ran, and the channel of the transaction.
 * </ol>
 *
 * Undo starts what ran.
 */
final class DomainStep implements Step<DomainStep.Before> {
  static final String KIND = "skip.domain";

  record Work(SkipPlace.Work place, Gtid gtid) {}

  /** A thread that ran. */
  record Ran(ReplicationThread thread, String channel) {
    @Override
    public String toString() {
      return thread.name().toLowerCase(Locale.ROOT) + Channel.ofChannel(channel);
    }
  }

  record Before(String error, List<Ran> ran) {}

  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private final SkipPlace place;
  private final Gtid gtid;

  DomainStep(GapsEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.place = SkipPlace.of(environment, planned.target(), work.place());
    this.gtid = work.gtid();
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      place.requireSource(observation);
      place.requireStopped(observation);
      if (SkipPlace.hasApplied(observation, gtid)) {
        throw place.changed("has applied " + gtid + " in the meantime");
      }
      if (observation.channel().receiver().state() != ThreadState.RUNNING) {
        throw place.changed("receives nothing now");
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // All may be, or be done: both are seen when it is run.
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      List<Ran> ran =
          observation.state().knownChannels().stream()
              .flatMap(channel ->
                  SkipPlanner.running(channel).stream()
                      .map(thread -> new Ran(thread, channel.name())))
              .toList();
      return new Before(SkipPlace.troubleOf(observation), ran);
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!SkipPlace.hasApplied(observation, gtid)) {
        place.requireSource(observation);
        for (Channel channel : observation.state().knownChannels()) {
          for (ReplicationThread thread : SkipPlanner.running(channel)) {
            session.control().stop(thread, channel.name(), context.deadline().within(STOP_MAX));
          }
        }
        session.control().skipTransaction(gtid, place.channel(), context.deadline());
      }
      startAgain(session, context, before, true);
      return StepOutcome.done(
          "Skipped. Now %s The applier continues.".formatted(place.difference()));
    }
  }

  private void startAgain(
      ChannelSession session, StepContext context, Before before, boolean withOwnApplier) {
    for (Channel channel : session.read().state().knownChannels()) {
      boolean isOwn = withOwnApplier && channel.name().equals(place.channel());
      for (ReplicationThread thread : ReplicationThread.EACH) {
        if (isOwn || didRun(before, thread, channel)) {
          ThreadStart.start(session.session(), thread, channel.name(), context.deadline());
        }
      }
    }
  }

  private static boolean didRun(Before before, ReplicationThread thread, Channel channel) {
    return before.ran().contains(new Ran(thread, channel.name()));
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      if (!SkipPlace.hasApplied(observation, gtid)) {
        return Verdict.lacks("%s is not past %s.".formatted(place.target(), gtid));
      }
      return SkipPlace.hasGoneOn(observation, before.error())
          ? runsAsBefore(observation, before)
          : Verdict.lacks("The applier of %s was not started yet.".formatted(place.target()));
    }
  }

  private Verdict runsAsBefore(Observation observation, Before before) {
    for (Channel channel : observation.state().knownChannels()) {
      for (ReplicationThread thread : ReplicationThread.EACH) {
        if (didRun(before, thread, channel) && !SkipPlanner.running(channel).contains(thread)) {
          return Verdict.lacks(
              "The %s of channel '%s' of %s is stopped."
                  .formatted(
                      thread == ReplicationThread.RECEIVER ? "receiver" : "applier",
                      channel.name(),
                      place.target()));
        }
      }
    }
    return Verdict.holds();
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      boolean skipped = SkipPlace.hasApplied(session.read(), gtid);
      startAgain(session, context, before, false);
      if (skipped) {
        throw place.isSkipped(gtid.toString());
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = place.open(context)) {
      Observation observation = session.read();
      return SkipPlace.hasApplied(observation, gtid)
          ? Verdict.lacks("%s is past %s.".formatted(place.target(), gtid))
          : runsAsBefore(observation, before);
    }
  }
}
