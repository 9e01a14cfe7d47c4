package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.Stoppage;
import io.tutti.operation.server.Servers.Session;
import io.tutti.operation.server.StoredAccount;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.RestsOnReading;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.SourceHistory;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Lets a channel replicate from another server: its receiver is stopped, the new source comes to
 * have all that the replica received, and only then is the source changed. What was received and
 * not applied is dropped there and fetched again from the new source, which has all of it.
 *
 * <p>Undo lets it replicate from where it did before, and run as it did.
 */
final class MoveStep implements Step<MoveStep.Before> {
  static final String KIND = "relocation.move";

  /**
   * What it does.
   *
   * @param received what counts of what the replica has
   */
  record Work(ChannelFrom channel, InstanceAddress source, Positioning by, Received received)
      implements RestsOnReading {
    Work {
      // Journals of older releases have none.
      received = Objects.requireNonNullElse(received, new Received(Optional.empty()));
    }

    @Override
    public Work withoutReading() {
      return new Work(channel, source, by, new Received(Optional.empty()));
    }
  }

  /** What was there. */
  record Before(Stoppage.Noted stoppage, InstanceAddress old, Positioning oldBy) {}

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final GapsEnvironment environment;
  private final StoredAccount account;
  private final InstanceAddress target;
  private final Work work;

  MoveStep(GapsEnvironment environment, StoredAccount account, PlannedStep planned) {
    this.environment = environment;
    this.account = account;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  private ChannelSession open(StepContext context) {
    return ChannelSession.open(environment, target, work.channel().channel(), context);
  }

  private Stoppage stoppage(Before before) {
    return Stoppage.in(environment, before.stoppage());
  }

  private boolean follows(Channel found) {
    return found.source().equals(work.source()) && found.positioning() == work.by();
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = open(context)) {
      requireFromOld(session.read().channel());
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      Channel found = session.read().channel();
      if (!follows(found)) {
        requireFromOld(found);
      }
    }
  }

  private void requireFromOld(Channel found) {
    if (!found.source().equals(work.channel().source())) {
      throw StepFailure.fatal(
          "%s now replicates from %s.".formatted(target, found.source()),
          Remedies.of(Acts.showInstance(target)));
    }
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = open(context)) {
      Observation observation = session.read();
      return new Before(
          Stoppage.begin(environment, observation).noted(),
          observation.channel().source(),
          observation.channel().positioning());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      if (!follows(session.read().channel())) {
        stoppage(before).stop(session, ReplicationThread.RECEIVER);
        awaitLevel(session, context);
        stoppage(before).stop(session, ReplicationThread.BOTH);
        requireLevel(session, context);
        account.give(session.session(), target, session.progress().channel(), context.deadline());
        session
            .control()
            .follow(
                NewSource.byGtid(work.source(), work.by()),
                work.channel().channel(),
                context.deadline());
      }
      startAsBefore(session, before);
      if (before.stoppage().ran().received()) {
        session.awaitReceives(ChannelSession.REFUSED_MAX, context);
        session.requireNotFailed();
      }
      return StepOutcome.done("It replicates from %s.".formatted(work.source()));
    }
  }

  private void startAsBefore(ChannelSession session, Before before) {
    if (before.stoppage().ran().applied()) {
      session.start(ReplicationThread.APPLIER);
    }
    if (before.stoppage().ran().received()) {
      session.start(ReplicationThread.RECEIVER);
    }
  }

  /** Its receiver is stopped, so what it has does not grow. */
  private void awaitLevel(ChannelSession session, StepContext context) {
    Duration waited = Duration.ZERO;
    while (true) {
      Optional<GtidSet> lacking = lackedByNew(session, context);
      if (lacking.isEmpty()) {
        return;
      }
      context.failIfCancelled();
      if (waited.compareTo(RelocationPlanner.LEVEL_MAX) > 0) {
        throw lacks(lacking.get());
      }
      context.progress(
          "%s does not have %s yet, which %s has.".formatted(work.source(), lacking.get(), target));
      session.pause(LOOK_EVERY);
      waited = waited.plus(LOOK_EVERY);
    }
  }

  private void requireLevel(ChannelSession session, StepContext context) {
    lackedByNew(session, context)
        .ifPresent(lacking -> {
          throw lacks(lacking);
        });
  }

  private StepFailure lacks(GtidSet lacking) {
    return StepFailure.fatal(
        "%s has %s, which %s lacks.".formatted(target, lacking, work.source()),
        Remedies.of(Acts.showInstance(work.source())));
  }

  /** What the replica received or applied over this channel and the new source has not applied. */
  private Optional<GtidSet> lackedByNew(ChannelSession session, StepContext context) {
    Observation mine = session.read();
    InstanceState theirs;
    try (Session there = environment.servers().open(work.source(), context.deadline())) {
      theirs = there.read(context.deadline());
    }
    Observed<GtidSet> has = work.received().of(mine.state(), mine.channel(), theirs);
    Optional<GtidSet> executed = SourceHistory.executed(theirs);
    if (!(has instanceof Observed.Known<GtidSet>(GtidSet received)) || executed.isEmpty()) {
      throw StepFailure.passing(
          "What %s has is %s, and what %s has is %s."
              .formatted(target, has, work.source(), theirs.gtid().executed()));
    }
    GtidSet lacking = received.minus(executed.get());
    return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking);
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      Observation observation = session.read();
      boolean receives =
          observation.channel().receiver().state() == ThreadState.RUNNING
              || !before.stoppage().ran().received();
      boolean applies = observation.applies() || !before.stoppage().ran().applied();
      return Verdict.of(
          follows(observation.channel()) && receives && applies,
          "%s does not replicate from %s.".formatted(target, work.source()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      if (!isOld(session.read().channel(), before)) {
        stoppage(before).stop(session, ReplicationThread.BOTH);
        session
            .control()
            .follow(
                NewSource.byGtid(before.old(), before.oldBy()),
                work.channel().channel(),
                context.deadline());
      }
      Channel now = session.progress().channel();
      if (now.receiver().lacksAccount() && now.receiver().state() == ThreadState.STOPPED) {
        stoppage(before).stop(session, ReplicationThread.BOTH);
        account.give(session.session(), target, now, context.deadline());
      }
      stoppage(before).putBack(session);
    }
  }

  private static boolean isOld(Channel found, Before before) {
    return found.source().equals(before.old()) && found.positioning() == before.oldBy();
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = open(context)) {
      Observation observation = session.read();
      return Verdict.of(
          isOld(observation.channel(), before) && stoppage(before).isPutBack(observation),
          "%s does not replicate as before.".formatted(target));
    }
  }
}
