package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Effect;
import io.tutti.plan.PlannedStep;
import io.tutti.promotion.NotProved;
import io.tutti.spi.Credentials;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.ChannelOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Lets a source that has given its place away replicate from the new one. It begins after the last
 * that it wrote itself, as its own binlog names it; where it has written what the new one lacks, it
 * is refused.
 *
 * <p>Undo ends its channel.
 */
final class AttachFormerStep implements Step<AttachFormerStep.Before> {
  static final String KIND = "switchover.attach";

  /**
   * What it does.
   *
   * @param byPlace whether it finds its place by the end of the new one's binlog, which nobody has
   *     written to yet
   * @param options how its channel is set: as that of the new one was
   * @param places where it begins, where that was found before; empty for by one of the other ways
   */
  record Work(
      InstanceAddress source, boolean byPlace, ChannelOptions options, Optional<Places> places) {
    Work {
      // Journals of older releases have none.
      options = Objects.requireNonNullElse(options, ChannelOptions.NONE);
      places = Objects.requireNonNullElse(places, Optional.empty());
    }

    Work(InstanceAddress source, boolean byPlace, ChannelOptions options) {
      this(source, byPlace, options, Optional.empty());
    }
  }

  /**
   * Places that belong together: up to the end of the former's binlog both have the same.
   *
   * @param end of the former's binlog
   * @param from in the binlog of the new one
   */
  public record Places(BinlogPosition end, BinlogPosition from) {}

  /**
   * What was there.
   *
   * @param place at which it begins, where it finds it so
   */
  record Before(Optional<BinlogPosition> place) {}

  /** Its account is let in at once, or somebody has to see to it. */
  private static final Duration REFUSED_MAX = Duration.ofSeconds(20);

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final Work work;

  AttachFormerStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.work = planned.work(Work.class);
  }

  static PlannedStep planned(InstanceAddress former, Work work, String description) {
    return PlannedStep.of(KIND, former, FenceSteps.receiverAspect(""), work, description)
        .withBounds(
            new PlannedStep.Bounds(
                SwitchoverPlanner.BESIDE_WAITING, PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting(
            Effect.of(
                Effect.Kind.SOURCE_CHANGED, former, work.source().toString(), Effect.Lasts.ONCE));
  }

  private Session open(InstanceAddress address, StepContext context) {
    return environment.servers().open(address, context.deadline());
  }

  @Override
  public void precondition(StepContext context) {
    try (Session former = open(target, context)) {
      ServerProgress state = former.readChannels(context.deadline());
      if (find(state).isPresent()) {
        throw changed("replicates from %s meanwhile".formatted(find(state).get().source()));
      }
      requireShut(state);
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    try (Session former = open(target, context)) {
      requireShut(former.readChannels(context.deadline()));
    }
  }

  /** One that takes writes has, or may have, what nobody else has. */
  private void requireShut(ServerProgress state) {
    if (!state.writeProtection().readOnly().is(true)) {
      throw changed("takes writes meanwhile");
    }
  }

  /** Without GTIDs only the end of its binlog shows that it wrote nothing since. */
  private void requireNoMore(ServerProgress state, Places places) {
    if (!state.end().is(places.end())) {
      throw changed(
          "had its binlog up to %s when this was planned, and it ends at %s now"
              .formatted(places.end(), state.end()));
    }
  }

  private StepFailure changed(String what) {
    return StepFailure.fatal(
        "%s %s.".formatted(target, what), Remedies.of(Acts.showInstance(target)));
  }

  private static Optional<Channel> find(ServerProgress state) {
    return state.channel("");
  }

  @Override
  public Before before(StepContext context) {
    if (!work.byPlace()) {
      return new Before(work.places().map(Places::from));
    }
    try (Session source = open(work.source(), context)) {
      ServerProgress state = source.readProgress(context.deadline());
      if (!state.writeProtection().readOnly().is(true)) {
        throw StepFailure.fatal(
            "%s takes writes already, so the place of %s in its binlog is not known."
                .formatted(work.source(), target),
            Remedies.of(Acts.showInstance(work.source())));
      }
      return new Before(
          Optional.of(known("the end of the binlog of " + work.source(), state.end())));
    }
  }

  private static <T> T known(String what, Observed<T> read) {
    return read.asOptional()
        .orElseThrow(() -> StepFailure.passing("%s is %s.".formatted(what, read)));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (Session former = open(target, context)) {
      ServerProgress state = former.readChannels(context.deadline());
      find(state)
          .map(Channel::source)
          .filter(other -> !other.equals(work.source()))
          .ifPresent(other -> {
            throw changed("replicates from %s meanwhile".formatted(other));
          });
      if (find(state).isEmpty()) {
        work.places().ifPresent(places -> requireNoMore(state, places));
        former.control().attach(way(former, state, before, context), account(), context.deadline());
      }
      ThreadStart.start(former, ReplicationThread.BOTH, "", context.deadline());
      try (ChannelSession session =
          ChannelSession.open(environment.channels(), target, "", context)) {
        session.awaitReceives(REFUSED_MAX, context);
        session.requireNotFailed();
      }
      return StepOutcome.done(
          "It replicates from %s%s."
              .formatted(work.source(), before.place().map(place -> ", from " + place).orElse("")));
    }
  }

  private Credentials account() {
    return environment
        .replica()
        .orElseThrow(() ->
            StepFailure.fatal(
                "No account of replicas is known.",
                Remedies.of("set tutti.replication.user and tutti.replication.password")));
  }

  private Attachment way(Session former, ServerProgress state, Before before, StepContext context) {
    BackupGuide guide = former.provider().backups(state.version());
    try (Session source = open(work.source(), context)) {
      InstanceState there = source.read(context.deadline());
      Attachment way =
          before
              .place()
              .map(place -> guide.attachBelow(work.source(), Optional.of(place)))
              .orElseGet(() -> byGtid(guide, state, there));
      return guide.towards(there, guide.alike(work.options(), way));
    }
  }

  private Attachment byGtid(BackupGuide guide, ServerProgress state, InstanceState there) {
    GtidSet own = known("what %s has executed".formatted(target), state.gtid().inBinlogs());
    GtidSet lacking =
        known("what %s has executed".formatted(work.source()), NotProved.at(there, own));
    if (!lacking.isEmpty()) {
      throw StepFailure.fatal(
          "%s has written %s, which %s lacks, though it was shut: it cannot replicate from it."
              .formatted(target, lacking, work.source()),
          Remedies.of(
              "look who wrote it: whoever has SUPER may where there is no super_read_only; then %s",
              Acts.rebuild(target)));
    }
    return guide.attachFormerSource(work.source(), own);
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (Session former = open(target, context)) {
      return Verdict.of(
          find(former.readChannels(context.deadline()))
              .filter(each -> each.source().equals(work.source()))
              .filter(Channel::isReplicating)
              .isPresent(),
          "%s does not replicate from %s.".formatted(target, work.source()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (Session former = open(target, context)) {
      if (find(former.readChannels(context.deadline())).isPresent()) {
        former.control().stop(ReplicationThread.BOTH, "", context.deadline());
        former.control().endChannel("", context.deadline());
      }
    } catch (OrchestratorException e) {
      throw StepFailure.passing(e.observed(), e.remedies());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (Session former = open(target, context)) {
      return Verdict.of(
          find(former.readChannels(context.deadline())).isEmpty(),
          "%s still replicates.".formatted(target));
    }
  }
}
