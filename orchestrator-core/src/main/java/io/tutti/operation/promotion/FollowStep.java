package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
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
import io.tutti.operation.gaps.Stoppage;
import io.tutti.operation.server.Servers.Session;
import io.tutti.operation.server.StoredAccount;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.RestsOnReading;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.OfSource;
import io.tutti.spi.NewSource;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Lets a replica replicate from another source. Before that nothing that it has is missing there,
 * and by position both have applied exactly the same of the source that was lost, so that the end
 * of the new one's binlog is its place.
 *
 * <p>One that does not answer a STOP, or by position does not come to apply what it received, keeps
 * nobody waiting: it is left as it is, and reported.
 *
 * <p>Undo lets it replicate from where it did before, and run as it did.
 */
final class FollowStep implements Step<FollowStep.Before> {
  static final String KIND = "promotion.follow";

  /**
   * What it does.
   *
   * @param sourceChannel the source's channel from the same lost source, by which places are
   *     compared
   * @param ofSource what counts: not what replicas wrote themselves
   * @param dropsReceived whether what it received and has not applied is left out
   */
  record Work(
      ChannelFrom channel,
      InstanceAddress source,
      Positioning by,
      Optional<String> sourceChannel,
      OfSource ofSource,
      boolean dropsReceived)
      implements RestsOnReading {
    Work droppingReceived() {
      return new Work(channel, source, by, sourceChannel, ofSource, true);
    }

    @Override
    public Work withoutReading() {
      return new Work(channel, source, by, sourceChannel, OfSource.ANY, dropsReceived);
    }
  }

  /**
   * What was there.
   *
   * @param oldPlace of a channel that finds its place by that
   * @param place at which it continues then, in the binlog of the new source
   */
  record Before(
      Stoppage.Noted stoppage,
      InstanceAddress old,
      Positioning oldBy,
      Optional<BinlogPosition> oldPlace,
      Optional<BinlogPosition> place) {}

  /** What it lacks is little, unless it was far behind. */
  private static final Duration APPLY_MAX = Duration.ofSeconds(20);

  /**
   * Each is answered or waited for 10 s. An applier of several workers that is within a transaction
   * waits 60 s for the rest of it, which does not come; what a client locks for longer than this is
   * nothing that passes.
   */
  private static final int STOPS_MAX = 9;

  private final PromotedChannel channel;
  private final Hanging hanging;
  private final InstanceAddress source;
  private final Positioning by;
  private final SamePlace samePlace;
  private final OfSource ofSource;
  private final boolean dropsReceived;

  FollowStep(PromotionEnvironment environment, PlannedStep planned) {
    Work work = planned.work(Work.class);
    this.channel = PromotedChannel.of(environment, planned.target(), work.channel());
    this.hanging = Hanging.of(environment, channel);
    this.source = work.source();
    this.by = work.by();
    this.samePlace = new SamePlace(channel, source, work.sourceChannel());
    this.ofSource = work.ofSource();
    this.dropsReceived = work.dropsReceived();
  }

  private Session openSource(StepContext context) {
    return channel.environment().servers().open(source, context.deadline());
  }

  /** Whether it does by now. */
  boolean follows(StepContext context) {
    return channel.find(context).filter(this::follows).isPresent();
  }

  private boolean follows(Channel found) {
    return found.source().equals(source) && found.positioning() == by;
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      channel.requireFromLost(observation.channel());
      if (!observation.receives() || !hanging.isAskedToStop()) {
        requireNothingMissing(session, observation, context);
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    if (hanging.isLeft(context.operation())) {
      return;
    }
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      if (!follows(observation.channel())) {
        channel.requireFromLost(observation.channel());
        if (!observation.receives() || !hanging.isAskedToStop()) {
          requireNothingMissing(session, observation, context);
        }
      }
    }
  }

  private void requireNothingMissing(
      ChannelSession session, Progress observation, StepContext context) {
    if (observation.receives()) {
      throw StepFailure.blocked(
          "The receiver of %s runs.".formatted(channel.target()),
          List.of("stop its receiver: " + channel.target()));
    }
    if (by == Positioning.LOG_POSITION) {
      samePlace.requireReceived(session, observation, context);
      return;
    }
    try (Session there = openSource(context)) {
      requireAllThere(observation, there.readChannels(context.deadline()));
    }
  }

  private void requireAllThere(Progress observation, ServerProgress there) {
    Observed<Has> has =
        dropsReceived
            ? ofSource.executed(observation.gtid()).map(Has.Named::new)
            : ofSource.has(observation.gtid(), observation.channel());
    if (!(has instanceof Observed.Known<Has>(Has.Named(GtidSet mine)))
        || !(ofSource.executed(there.gtid()) instanceof Observed.Known<GtidSet>(GtidSet theirs))) {
      throw StepFailure.passing(
          "What %s has is %s, and what %s has is %s."
              .formatted(channel.target(), has, source, there.gtid().executed()));
    }
    if (!theirs.contains(mine)) {
      throw StepFailure.fatal(
          "%s has %s, which %s lacks.".formatted(channel.target(), mine.minus(theirs), source),
          Remedies.of(Acts.showInstance(channel.target())));
    }
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      Channel found = observation.channel();
      boolean byPlace = by == Positioning.LOG_POSITION;
      return new Before(
          Stoppage.begin(channel.environment().channels(), observation).noted(),
          found.source(),
          found.positioning(),
          byPlace ? Optional.of(samePlace.end(context)) : Optional.empty(),
          byPlace
              ? Optional.of(known("binlog of " + source, endOfSource(context)))
              : Optional.empty());
    }
  }

  private Observed<BinlogPosition> endOfSource(StepContext context) {
    try (Session there = openSource(context)) {
      return there.readProgress(context.deadline()).end();
    }
  }

  private BinlogPosition known(String what, Observed<BinlogPosition> place) {
    return place
        .asOptional()
        .orElseThrow(() ->
            StepFailure.passing("The %s of %s is %s.".formatted(what, channel.target(), place)));
  }

  private NewSource wanted(Before before) {
    return by == Positioning.LOG_POSITION
        ? NewSource.at(source, before.place().orElseThrow())
        : NewSource.byGtid(source, by);
  }

  private StoredAccount account() {
    return new StoredAccount(channel.environment().replica());
  }

  private Stoppage stoppage(Before before) {
    return Stoppage.in(channel.environment().channels(), before.stoppage());
  }

  /** Where what it received is dropped, an earlier step of the operation has stopped it. */
  private boolean applies(Before before) {
    return dropsReceived || before.stoppage().ran().applied();
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      if (!follows(session.progress().channel())) {
        Optional<String> left = whyLeft(session, before, context);
        if (left.isPresent()) {
          hanging.isLeft(
              context.operation(),
              left.get(),
              Observed.known(session.progress().channel().source()));
          return StepOutcome.alreadyDone("It was left out: " + left.get());
        }
        account()
            .give(
                session.session(),
                channel.target(),
                session.progress().channel(),
                context.deadline());
        session.control().follow(wanted(before), channel.name(), context.deadline());
      }
      hanging.isTakenAlong();
      session.start(applies(before) ? ReplicationThread.BOTH : ReplicationThread.RECEIVER);
      session.awaitReceives(context);
      boolean isThere = !applies(before) || awaitApplied(session, context);
      return StepOutcome.done(
          "It replicates from %s%s."
              .formatted(wanted(before), isThere ? "" : ", and has not caught up yet"));
    }
  }

  /** Which one its channel has, whatever was said to it before. */
  Observed<InstanceAddress> sourceNow(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      return Observed.known(session.progress().channel().source());
    } catch (StepFailure | OrchestratorException e) {
      return Observed.unknown("it does not answer");
    }
  }

  /** Why it cannot follow now, if it cannot; else it is stopped then. */
  private Optional<String> whyLeft(ChannelSession session, Before before, StepContext context) {
    Optional<String> without = account().against(channel.target(), session.progress().channel());
    if (without.isPresent()) {
      return without.map(why -> "It cannot follow, as " + why + ".");
    }
    boolean byPlace = by == Positioning.LOG_POSITION;
    Optional<String> hangs = Optional.empty();
    if (session.progress().receives()) {
      hangs = stop(session, before, ReplicationThread.RECEIVER, context);
      if (hangs.isEmpty()) {
        requireNothingMissing(session, session.progress(), context);
      }
    }
    if (hangs.isEmpty() && byPlace) {
      Optional<String> behind = samePlace.awaitApplied(session, context);
      if (behind.isPresent()) {
        return behind;
      }
    }
    if (hangs.isEmpty()) {
      hangs = stop(session, before, ReplicationThread.BOTH, context);
    }
    if (hangs.isEmpty() && byPlace) {
      samePlace.requireApplied(session, context);
    }
    return hangs.map(why -> why + " Its STOP may still be carried out at any time.");
  }

  /** Why it does not stop, if it does not. */
  private Optional<String> stop(
      ChannelSession session, Before before, ReplicationThread thread, StepContext context) {
    String why = "";
    for (int attempt = 0; attempt < STOPS_MAX; attempt++) {
      try {
        stoppage(before).stop(session, thread);
        return Optional.empty();
      } catch (OrchestratorException e) {
        if (e.code() != ErrorCode.STATEMENT_TIMED_OUT) {
          throw e;
        }
        why = e.observed();
      }
      context.failIfCancelled();
      context.progress("It does not stop: %s.".formatted(why));
    }
    return Optional.of(why);
  }

  /**
   * Where its rows are not what its place says, it fails at the first transaction that does not
   * fit.
   *
   * @return whether it has applied what the source had
   */
  private boolean awaitApplied(ChannelSession session, StepContext context) {
    GtidState there;
    try (Session source = openSource(context)) {
      there = source.readProgress(context.deadline()).gtid();
    }
    Looks looks = new Looks();
    while (!looks.haveTaken(APPLY_MAX)) {
      Progress observation = session.progress();
      Optional<LastError> error = GapAnalysis.firstError(observation.channel().applier());
      if (!observation.applies() && error.isPresent()) {
        throw StepFailure.fatal(
            "The applier of %s has failed, so its rows are not what its position says: %s."
                .formatted(channel.target(), error.get()),
            Remedies.of(
                "rebuild it; to resolve the crash without it: %s", Acts.forget(channel.target())));
      }
      if (by == Positioning.LOG_POSITION || hasAll(observation, there)) {
        return true;
      }
      context.failIfCancelled();
      session.pause(looks.next());
    }
    return false;
  }

  private boolean hasAll(Progress observation, GtidState there) {
    return ofSource.executed(there) instanceof Observed.Known<GtidSet>(GtidSet executed)
        && ofSource.hasExecuted(observation.gtid(), executed);
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    if (hanging.isLeft(context.operation())) {
      return Verdict.holds();
    }
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      boolean runs =
          observation.channel().receiver().state() == ThreadState.RUNNING
              && (observation.applies() || !applies(before));
      return Verdict.of(
          follows(observation.channel()) && runs,
          "%s does not replicate from %s.".formatted(channel.target(), source));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      if (!isOld(session.progress().channel(), before)) {
        stoppage(before).stop(session, ReplicationThread.BOTH);
        session.control().follow(old(before), channel.name(), context.deadline());
      }
      stoppage(before).putBack(session);
      hanging.isTakenAlong();
    }
  }

  private static NewSource old(Before before) {
    return before.oldBy() == Positioning.LOG_POSITION
        ? NewSource.at(before.old(), before.oldPlace().orElseThrow())
        : NewSource.byGtid(before.old(), before.oldBy());
  }

  private static boolean isOld(Channel found, Before before) {
    return found.source().equals(before.old()) && found.positioning() == before.oldBy();
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (ChannelSession session = channel.open(context)) {
      Progress observation = session.progress();
      return Verdict.of(
          isOld(observation.channel(), before) && stoppage(before).isPutBack(observation),
          "%s does not replicate as before.".formatted(channel.target()));
    }
  }
}
