package io.tutti.operation.promotion;

import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Sight;
import io.tutti.operation.gaps.RanThreads;
import io.tutti.operation.gaps.Stoppage;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
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
 * <p>Undo lets it replicate from where it did before, and run as it did.
 */
final class FollowStep implements Step {
  static final String KIND = "promotion.follow";

  static final String SOURCE = "source";
  static final String BY = "by";

  /** The source's channel from the same lost source, by which places are compared. */
  static final String SOURCE_CHANNEL = "sourceChannel";

  private static final String OLD = "old";
  private static final String OLD_BY = "oldBy";
  private static final String OLD_PLACE = "oldPlace";
  private static final String PLACE = "place";
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** What it lacks is little, unless it was far behind. */
  private static final Duration APPLY_MAX = Duration.ofSeconds(20);

  /** A receiver that tries in vain does so each minute, unless it is told otherwise. */
  private static final Duration CONNECT_MAX = Duration.ofSeconds(70);

  private final PromotedChannel channel;
  private final InstanceAddress source;
  private final Positioning by;
  private final Optional<String> sourceChannel;
  private final OfSource ofSource;
  private final boolean dropsReceived;

  FollowStep(PromotionEnvironment environment, PlannedStep planned) {
    this.channel = PromotedChannel.of(environment, planned);
    this.source = InstanceAddress.parse(planned.parameters().require(SOURCE));
    this.by = Positioning.valueOf(planned.parameters().require(BY));
    this.sourceChannel = planned.parameters().find(SOURCE_CHANNEL);
    this.ofSource = OfSource.parse(planned.parameters().find(CatchUpStep.ERRANT).orElse(""));
    this.dropsReceived = planned.parameters().find(CatchUpStep.UP_TO).isPresent();
  }

  private Session openSource(StepContext context) {
    return channel.environment().servers().open(source, context.deadline());
  }

  private boolean follows(Channel found) {
    return found.source().equals(source) && found.positioning() == by;
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      channel.requireFromLost(sight.channel());
      requireNothingMissing(session, sight, context);
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      if (!follows(sight.channel())) {
        channel.requireFromLost(sight.channel());
        requireNothingMissing(session, sight, context);
      }
    }
  }

  private void requireNothingMissing(ChannelSession session, Sight sight, StepContext context) {
    if (sight.receives()) {
      throw StepFailure.blocked(
          "The receiver of %s runs.".formatted(channel.target()),
          List.of("stop its receiver: " + channel.target()));
    }
    try (Session there = openSource(context)) {
      InstanceState state = there.readWithChannels(context.deadline());
      if (by == Positioning.LOG_POSITION) {
        requireSamePlace(session, sight, state);
      } else {
        requireAllThere(sight, state);
      }
    }
  }

  private void requireAllThere(Sight sight, InstanceState there) {
    Observed<Has> has =
        dropsReceived
            ? ofSource.executed(sight.state().gtid()).map(Has.Named::new)
            : ofSource.has(sight.state(), sight.channel());
    if (!(has instanceof Observed.Known<Has>(Has.Named(GtidSet mine)))
        || !(ofSource.executed(there.gtid()) instanceof Observed.Known<GtidSet>(GtidSet theirs))) {
      throw StepFailure.passing(
          "What %s has is %s, and what %s has is %s."
              .formatted(channel.target(), has, source, there.gtid().executed()));
    }
    if (!theirs.contains(mine)) {
      throw StepFailure.fatal(
          "%s has %s, which %s lacks.".formatted(channel.target(), mine.minus(theirs), source),
          List.of("tutti instance " + channel.target()));
    }
  }

  private void requireSamePlace(ChannelSession session, Sight sight, InstanceState there) {
    Optional<Channel> theirs = sourceChannel.flatMap(name -> PromotedChannel.find(there, name));
    Observed<BinlogPosition> mine = sight.channel().applier().executed();
    boolean isThrough = mine.isKnown() && mine.equals(sight.channel().receiver().read());
    if (!isThrough || !session.gaps(sight).isFree()) {
      throw StepFailure.blocked(
          "%s has not applied all that it received: it stands at %s, and received up to %s; gaps: %s."
              .formatted(
                  channel.target(), mine, sight.channel().receiver().read(), session.gaps(sight)),
          List.of("tutti gaps show " + channel.target()));
    }
    boolean isSame =
        theirs
            .filter(found -> found.applier().state() == ThreadState.STOPPED)
            .filter(found -> found.receiver().state() == ThreadState.STOPPED)
            .filter(found -> found.source().toString().equals(channel.lost()))
            .filter(found -> found.applier().executed().equals(mine))
            .isPresent();
    if (!isSame) {
      throw StepFailure.fatal(
          "%s stands at %s, and %s does not: its place there is not known."
              .formatted(channel.target(), mine, source),
          List.of("provision %s anew".formatted(channel.target())));
    }
  }

  @Override
  public Parameters before(StepContext context) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      Channel found = sight.channel();
      Parameters before =
          Stoppage.begin(channel.environment().channels(), sight)
              .toParameters()
              .with(OLD, found.source())
              .with(OLD_BY, found.positioning());
      if (by != Positioning.LOG_POSITION) {
        return before;
      }
      return before
          .with(OLD_PLACE, known("place", found.applier().executed()))
          .with(PLACE, known("binlog of " + source, endOfSource(context)));
    }
  }

  private Observed<BinlogPosition> endOfSource(StepContext context) {
    try (Session there = openSource(context)) {
      return there.read(context.deadline()).binlog().position();
    }
  }

  private BinlogPosition known(String what, Observed<BinlogPosition> place) {
    return place
        .asOptional()
        .orElseThrow(() ->
            StepFailure.passing("The %s of %s is %s.".formatted(what, channel.target(), place)));
  }

  private NewSource wanted(Parameters before) {
    return by == Positioning.LOG_POSITION
        ? NewSource.at(source, BinlogPosition.parse(before.require(PLACE)))
        : NewSource.byGtid(source, by);
  }

  private Stoppage stoppage(Parameters before) {
    return Stoppage.in(channel.environment().channels(), before);
  }

  /** Where what it received is dropped, an earlier step of the operation has stopped it. */
  private boolean applies(Parameters before) {
    return dropsReceived || RanThreads.in(before).applied();
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      if (!follows(session.read().channel())) {
        stoppage(before).stop(session, ReplicationThread.BOTH);
        session.control().follow(wanted(before), channel.name(), context.deadline());
      }
      session.start(applies(before) ? ReplicationThread.BOTH : ReplicationThread.RECEIVER);
      awaitReceives(session, context);
      boolean isThere = !applies(before) || awaitApplied(session, context);
      return StepOutcome.done(
          "It replicates from %s%s."
              .formatted(wanted(before), isThere ? "" : ", and has not caught up yet"));
    }
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
      there = source.read(context.deadline()).gtid();
    }
    for (int look = 0; LOOK_EVERY.multipliedBy(look).compareTo(APPLY_MAX) < 0; look++) {
      Sight sight = session.read();
      Optional<LastError> error = GapAnalysis.firstError(sight.channel().applier());
      if (!sight.applies() && error.isPresent()) {
        throw StepFailure.fatal(
            "The applier of %s has failed, so its rows are not what its place says: %s."
                .formatted(channel.target(), error.get()),
            List.of(
                "provision it anew; to leave the crashed server behind without it: tutti forget "
                    + channel.target()));
      }
      if (by == Positioning.LOG_POSITION || hasAll(sight, there)) {
        return true;
      }
      context.failIfCancelled();
      session.pause(LOOK_EVERY);
    }
    return false;
  }

  private boolean hasAll(Sight sight, GtidState there) {
    return ofSource.executed(there) instanceof Observed.Known<GtidSet>(GtidSet executed)
        && ofSource.hasExecuted(sight.state().gtid(), executed);
  }

  private void awaitReceives(ChannelSession session, StepContext context) {
    Duration waited = Duration.ZERO;
    while (true) {
      Channel found = session.read().channel();
      Optional<LastError> error = found.receiver().lastError();
      if (found.receiver().state() == ThreadState.RUNNING) {
        return;
      }
      boolean ended = found.receiver().state() == ThreadState.STOPPED && error.isPresent();
      if (ended || waited.compareTo(CONNECT_MAX) > 0) {
        throw StepFailure.fatal(
            "%s cannot receive from %s: %s."
                .formatted(
                    channel.target(),
                    source,
                    error.map(LastError::toString).orElse(found.receiver().stateText())),
            List.of(
                "let its replication account in at %s, and ask again".formatted(source),
                "tutti instance " + channel.target()));
      }
      context.failIfCancelled();
      context.progress("It connects to %s.".formatted(source));
      session.pause(LOOK_EVERY);
      waited = waited.plus(LOOK_EVERY);
    }
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      boolean runs =
          sight.channel().receiver().state() == ThreadState.RUNNING
              && (sight.applies() || !applies(before));
      return Verdict.of(
          follows(sight.channel()) && runs,
          "%s does not replicate from %s.".formatted(channel.target(), source));
    }
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      if (!isOld(session.read().channel(), before)) {
        stoppage(before).stop(session, ReplicationThread.BOTH);
        session.control().follow(old(before), channel.name(), context.deadline());
      }
      stoppage(before).putBack(session);
    }
  }

  private static NewSource old(Parameters before) {
    InstanceAddress address = InstanceAddress.parse(before.require(OLD));
    Positioning positioning = Positioning.valueOf(before.require(OLD_BY));
    return positioning == Positioning.LOG_POSITION
        ? NewSource.at(address, BinlogPosition.parse(before.require(OLD_PLACE)))
        : NewSource.byGtid(address, positioning);
  }

  private static boolean isOld(Channel found, Parameters before) {
    return found.source().toString().equals(before.require(OLD))
        && found.positioning().name().equals(before.require(OLD_BY));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    try (ChannelSession session = channel.open(context)) {
      Sight sight = session.read();
      return Verdict.of(
          isOld(sight.channel(), before) && stoppage(before).isPutBack(sight),
          "%s does not replicate as before.".formatted(channel.target()));
    }
  }
}
