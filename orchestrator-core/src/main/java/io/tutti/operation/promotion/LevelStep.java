package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ServerProgress;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.Looks;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Progress;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.RestsOnReading;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.OfSource;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits until a replica has applied what its source has by now; one that does not receive, until it
 * has applied what it received.
 */
final class LevelStep implements ChangesNothing {
  static final String KIND = "switchover.level";

  /**
   * What it does.
   *
   * @param ofSource what counts: not what replicas wrote themselves
   */
  record Work(ChannelFrom channel, OfSource ofSource, Duration most) implements RestsOnReading {
    @Override
    public Work withoutReading() {
      return new Work(channel, OfSource.ANY, most);
    }
  }

  private final PromotedChannel channel;
  private final Work work;

  /** What a person who finds it late is told of those who write. */
  private final String meanwhile;

  LevelStep(PromotionEnvironment environment, PlannedStep planned, String meanwhile) {
    this.meanwhile = meanwhile;
    this.work = planned.work(Work.class);
    this.channel = PromotedChannel.of(environment, planned.target(), work.channel());
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    try (ChannelSession session = channel.open(context)) {
      Progress first = session.progress();
      channel.requireFromLost(first.channel());
      Has target = target(first, context);
      Looks looks = new Looks();
      while (true) {
        Progress now = session.progress();
        requireGoesOn(now);
        if (hasReached(now.gtid(), now.channel(), target, work.ofSource())) {
          return StepOutcome.done("It has applied %s.".formatted(target));
        }
        if (looks.haveTaken(work.most())) {
          throw StepFailure.fatal(
              "After %d s %s has not applied %s yet. %s."
                  .formatted(work.most().toSeconds(), channel.target(), target, meanwhile),
              Remedies.of("ask again when it is less behind, or allow more time (--catch-up-max)")
                  .or(Acts.showInstance(channel.target())));
        }
        context.failIfCancelled();
        context.progress("It applies what it lacks, up to %s.".formatted(target));
        session.pause(looks.next());
      }
    }
  }

  private Has target(Progress first, StepContext context) {
    if (!first.receives()) {
      return known(work.ofSource().has(first.gtid(), first.channel()));
    }
    try (Session source =
        channel.environment().servers().open(channel.lost(), context.deadline())) {
      return end(source.readProgress(context.deadline()), first.channel());
    }
  }

  /** What a source has by now, in the terms in which that replica finds its place. */
  static Has end(ServerProgress source, Channel replica) {
    return switch (replica.positioning()) {
      case LOG_POSITION -> known(source.end().map(Has.UpTo::new));
      case AUTO_POSITION, REPLICA_POS, CURRENT_POS ->
          known(source.gtid().inBinlogs().map(Has.Named::new));
    };
  }

  private static Has known(Observed<? extends Has> has) {
    Optional<? extends Has> found = has.asOptional();
    if (found.isEmpty()) {
      throw StepFailure.passing("What is to be applied is %s.".formatted(has));
    }
    return found.get();
  }

  static boolean hasReached(GtidState gtid, Channel channel, Has target, OfSource ofSource) {
    return switch (target) {
      case Has.Named(var gtids) -> gtids.isEmpty() || ofSource.hasExecuted(gtid, gtids);
      case Has.UpTo(var place) -> channel.applier().hasExecuted(place);
    };
  }

  private void requireGoesOn(Progress now) {
    Optional<LastError> error = GapAnalysis.firstError(now.channel().applier());
    if (!now.applies()) {
      throw StepFailure.fatal(
          "The applier of %s does not run%s."
              .formatted(channel.target(), error.map(each -> ": " + each).orElse("")),
          Remedies.of(Acts.showInstance(channel.target())));
    }
  }
}
