package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ServerProgress;
import io.tutti.model.ThreadState;
import io.tutti.operation.Looks;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Progress;
import io.tutti.operation.gaps.PositionLost;
import io.tutti.operation.gaps.Stoppage;
import io.tutti.operation.gaps.WholeReceived;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.RestsOnReading;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.OfSource;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.RememberedCluster.Member;
import java.util.List;
import java.util.Optional;

/**
 * Lets the replica that takes the place apply all that it received, once nobody receives any more
 * and it has all that the others have. Nothing that was received is left out.
 *
 * <p>Undo stops an applier that was stopped, and starts one again that would stop at a place.
 */
final class CatchUpStep implements Step<CatchUpStep.Before> {
  static final String KIND = "promotion.catch-up";

  /**
   * What it does.
   *
   * @param ofSource what counts: not what replicas wrote themselves
   * @param others that must not have more
   * @param upTo all that is to be applied, where what came after is not
   */
  record Work(ChannelFrom channel, OfSource ofSource, List<Other> others, Optional<End> upTo)
      implements RestsOnReading {
    @Override
    public Work withoutReading() {
      return new Work(channel, OfSource.ANY, others, upTo);
    }
  }

  /** Another replica of the lost source. */
  record Other(InstanceAddress replica, String channel) {}

  /**
   * Where the process of the lost source ended that lost rows.
   *
   * @param place in its binlog
   */
  record End(GtidSet executed, BinlogPosition place) {}

  /**
   * What was there.
   *
   * @param target all that it had received
   */
  record Before(Stoppage.Noted stoppage, Has target) {}

  /** What it had received when it was chosen. */
  record Chosen(Has received) {}

  private final PromotedChannel channel;
  private final Work work;
  private final OfSource ofSource;
  private final Optional<GtidSet> upTo;
  private final Optional<Has> chosen;

  CatchUpStep(PromotionEnvironment environment, PlannedStep planned) {
    this.work = planned.work(Work.class);
    this.channel = PromotedChannel.of(environment, planned.target(), work.channel());
    this.ofSource = work.ofSource();
    this.upTo = work.upTo().map(End::executed);
    this.chosen = planned.seen(Chosen.class).map(Chosen::received);
  }

  static Record seen(Observed<Has> received) {
    return received.asOptional().<Record>map(Chosen::new).orElse(Nothing.NOTHING);
  }

  private Stoppage stoppage(Before before) {
    return Stoppage.in(channel.environment().channels(), before.stoppage());
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      channel.requireFromLost(observation.channel());
      requireStopped(observation.channel());
      Has has = whole(session, observation, context);
      work.others().forEach(other -> requireNoMore(other.replica(), other.channel(), has, context));
    }
  }

  /** All that it received and can apply. */
  private Has whole(ChannelSession session, Progress observation, StepContext context) {
    Channel counted =
        WholeReceived.of(session.session(), observation.channel(), context.deadline());
    return known(channel.target(), ofSource.has(observation.gtid(), counted));
  }

  private void requireStopped(Channel found) {
    if (found.receiver().state() == ThreadState.STOPPED) {
      return;
    }
    InstanceAddress replica = channel.target();
    if (Hanging.of(channel.environment(), channel).isAskedToStop()) {
      throw StepFailure.blocked(
          "%s, which is to be promoted, still waits for an earlier STOP that is not answered, so its receiver is running."
              .formatted(replica),
          List.of(
              "look for what it waits for: SHOW FULL PROCESSLIST on " + replica,
              "try again, with --promote and another replica"));
    }
    throw runs(replica);
  }

  private static StepFailure runs(InstanceAddress replica) {
    return StepFailure.blocked(
        "The receiver of %s runs.".formatted(replica), List.of("stop its receiver: " + replica));
  }

  /**
   * One that continues with an earlier STOP receives nothing either where it tries in vain to reach
   * the lost source, which is fenced.
   */
  private void requireReceivesNothing(Other other, Channel theirs) {
    if (theirs.receiver().state() == ThreadState.STOPPED) {
      return;
    }
    if (!isAskedToStop(other)) {
      throw runs(other.replica());
    }
    if (theirs.receiver().state() != ThreadState.CONNECTING) {
      throw mayHaveMore(other.replica(), "its receiver runs, as an earlier STOP is not answered");
    }
  }

  private boolean isAskedToStop(Other other) {
    return channel
        .environment()
        .fence(channel.lost())
        .mayStopLater(other.replica(), other.channel());
  }

  private StepFailure mayHaveMore(InstanceAddress replica, String why) {
    return StepFailure.blocked(
        "%s may have received what no other replica has, so it cannot be left out: %s."
            .formatted(replica, why),
        Remedies.of("look for what it waits for: SHOW FULL PROCESSLIST on " + replica)
            .or("to give up what it alone may have: %s, and try again", Acts.mark(replica)));
  }

  private static Has known(InstanceAddress replica, Observed<Has> has) {
    return has.asOptional()
        .orElseThrow(() ->
            StepFailure.passing("What %s received is not known: %s.".formatted(replica, has)));
  }

  private void requireNoMore(InstanceAddress other, String name, Has has, StepContext context) {
    try (Session session = channel.environment().servers().open(other, context.deadline())) {
      ServerProgress state = session.readProgress(context.deadline());
      if (state.channels() instanceof Observed.Unknown<?>(String why)) {
        throw mayHaveMore(other, why);
      }
      Channel theirs =
          state.channel(name).orElseThrow(() -> replicatesNoLonger(other, name, context));
      requireReceivesNothing(new Other(other, name), theirs);
      Has had =
          known(
              other, counted(state.gtid(), WholeReceived.of(session, theirs, context.deadline())));
      if (!has.containsAllOf(had)) {
        throw StepFailure.fatal(
            "%s now has something that %s lacks: %s, and %s."
                .formatted(other, channel.target(), had, has),
            List.of("try again: the new plan compares them again"));
      }
    }
  }

  /** Mostly as somebody has promoted it. */
  private StepFailure replicatesNoLonger(InstanceAddress other, String name, StepContext context) {
    InstanceAddress lost = channel.environment().world().get().topology().keptUnder(channel.lost());
    new FormerMembers(channel.environment(), lost)
        .requireFree(
            channel.target(), List.of(new Member(other, false, false)), context.deadline());
    return StepFailure.fatal(
        "%s no longer replicates over the channel '%s'.".formatted(other, name),
        Remedies.of(Acts.showInstance(other)));
  }

  /** What came after the end of a process that lost rows is applied nowhere, though received. */
  private Observed<Has> counted(GtidState gtid, Channel of) {
    return upTo.isPresent() ? ofSource.executed(gtid).map(Has.Named::new) : ofSource.has(gtid, of);
  }

  /**
   * Once begun, only this counts: a server that restarts may forget what it had received, also
   * since it was chosen for that.
   */
  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      chosen.ifPresent(received -> requireStillHas(observation, received));
      Has has = upTo.<Has>map(Has.Named::new).orElseGet(() -> whole(session, observation, context));
      return new Before(Stoppage.begin(channel.environment().channels(), observation).noted(), has);
    }
  }

  private void requireStillHas(Progress observation, Has wanted) {
    Has has = known(channel.target(), ofSource.has(observation.gtid(), observation.channel()));
    if (!has.containsAllOf(wanted)) {
      throw StepFailure.fatal(
          "%s has no longer what it had received of %s and not applied: it had %s, and has %s. A restart drops that, unless its relay logs are kept."
              .formatted(channel.target(), channel.lost(), wanted, has),
          Remedies.of(
                  "try again: what another one has is compared again, and what %s still has is received first"
                      .formatted(channel.lost()))
              .or(Acts.reportCrash(channel.lost())));
    }
  }

  /** What is gone is brought by nobody but a receiver that is connected. */
  private void requireCanCome(Progress observation, Before before) {
    if (observation.channel().receiver().state() != ThreadState.RUNNING) {
      requireStillHas(observation, before.target());
    }
  }

  private boolean isReached(Progress observation, Before before) {
    return switch (before.target()) {
      case Has.Named(GtidSet gtids) ->
          gtids.isEmpty() || ofSource.hasExecuted(observation.gtid(), gtids);
      case Has.UpTo(BinlogPosition place) -> observation.channel().applier().hasExecuted(place);
    };
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      if (upTo.isPresent() && session.progress().applies()) {
        stoppage(before).stop(session, ReplicationThread.APPLIER);
      }
      Progress first = session.progress();
      requireNotBeyond(first);
      if (isReached(first, before)) {
        return requireWhole(session, first, StepOutcome.alreadyDone("It had applied everything."));
      }
      requireCanCome(first, before);
      if (!first.applies()) {
        requireKeepsReceived(first);
        PositionLost.requireNotStartedOver(
            channel.target(), first.channel(), session.gaps(session.read()));
        start(session);
      }
      Looks looks = new Looks();
      while (true) {
        Progress observation = session.progress();
        if (isReached(observation, before)) {
          return requireWhole(
              session, observation, StepOutcome.done("It has applied all that it received."));
        }
        requireNoError(observation);
        requireCanCome(observation, before);
        context.failIfCancelled();
        if (looks.haveTaken(PromotionPlanner.CATCH_UP_MAX)) {
          throw tooLate(before);
        }
        context.progress("It applies what it received, up to %s.".formatted(before.target()));
        session.pause(looks.next());
      }
    }
  }

  /** Until it was stopped here it continued, and what is to be left out was on its way to it. */
  private void requireNotBeyond(Progress observation) {
    if (upTo.isPresent()
        && ofSource.executed(observation.gtid()) instanceof Observed.Known<GtidSet>(var applied)
        && !upTo.get().contains(applied)) {
      throw StepFailure.fatal(
          "%s has applied %s in the meantime, which it should not have."
              .formatted(channel.target(), applied.minus(upTo.get())),
          List.of("try again: the new plan compares them again"));
    }
  }

  private void start(ChannelSession session) {
    work.upTo()
        .map(End::place)
        .ifPresentOrElse(session::startUntil, () -> session.start(ReplicationThread.APPLIER));
  }

  /** A server of domains empties the relay log of a channel of which both threads were stopped. */
  private void requireKeepsReceived(Progress observation) {
    Positioning positioning = observation.channel().positioning();
    if (positioning == Positioning.REPLICA_POS || positioning == Positioning.CURRENT_POS) {
      throw StepFailure.fatal(
          "The applier of %s has stopped, and would drop what it received and has not applied."
              .formatted(channel.target()),
          List.of("try again, and name another replica to promote"));
    }
  }

  /** By position the mark may be right and something before it left out. */
  private StepOutcome requireWhole(
      ChannelSession session, Progress observation, StepOutcome outcome) {
    if (observation.channel().positioning() == Positioning.LOG_POSITION) {
      ChannelGaps gaps = session.gaps(session.read());
      if (!gaps.isFree()) {
        throw StepFailure.blocked(
            "%s has gaps, or it is not known whether it has: %s.".formatted(channel.target(), gaps),
            Remedies.of(Acts.showGaps(channel.target())));
      }
    }
    return outcome;
  }

  private void requireNoError(Progress observation) {
    if (!observation.applies()
        && GapAnalysis.firstError(observation.channel().applier()).isPresent()) {
      throw StepFailure.fatal(
          "The applier of %s has failed: %s."
              .formatted(
                  channel.target(),
                  GapAnalysis.firstError(observation.channel().applier())
                      .map(LastError::toString)
                      .orElse("")),
          Remedies.of(
                  "compare what it received with its rows: %s, and its relay logs",
                  Acts.reportCrash(channel.lost()))
              .or("try again: what the source wrote after it lost rows is then not applied"));
    }
  }

  private StepFailure tooLate(Before before) {
    return StepFailure.fatal(
        "After %d s %s has not applied %s yet."
            .formatted(
                PromotionPlanner.CATCH_UP_MAX.toSeconds(), channel.target(), before.target()),
        List.of(
            "look for what it waits for: SHOW FULL PROCESSLIST on " + channel.target(),
            "ask again"));
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          isReached(session.progress(), before),
          "%s has not applied %s.".formatted(channel.target(), before.target()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      if (!before.stoppage().ran().applied()) {
        session.stop(ReplicationThread.APPLIER);
      } else if (upTo.isPresent()) {
        if (session.progress().applies()) {
          stoppage(before).stop(session, ReplicationThread.APPLIER);
        }
        stoppage(before).putBack(session);
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      return Verdict.of(
          isUndone(session.progress(), before),
          "The applier of %s does not run as before, or may stop later."
              .formatted(channel.target()));
    }
  }

  private boolean isUndone(Progress observation, Before before) {
    if (!before.stoppage().ran().applied()) {
      return !observation.applies();
    }
    boolean runs =
        observation.applies()
            || GapAnalysis.firstError(observation.channel().applier()).isPresent();
    return upTo.isEmpty() || (runs && !stoppage(before).mayStopLater());
  }
}
