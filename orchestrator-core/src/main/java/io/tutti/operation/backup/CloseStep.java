package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.BoundStep;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepKind;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.gaps.GapsPlanning;
import io.tutti.operation.gaps.GapsSteps;
import io.tutti.plan.PlannedStep;
import java.time.Duration;
import java.util.Optional;

/**
 * Closes what gaps an applier has, the way {@code tutti gaps close} does, and leaves it running or
 * stopped as it was. Gaps come and go while it runs, so the way is chosen when the step begins, and
 * journaled before anything is changed.
 *
 * <ol>
 *   <li>Read the gaps.
 *   <li>None: nothing is done.
 *   <li>Else do, verify and undo the step that the planner of gaps chooses.
 * </ol>
 */
final class CloseStep implements Step<CloseStep.Before> {
  /** For a running applier: a stop that a lock holds up cannot be taken back, a wait can. */
  static final String SETTLE = "backup.settle";

  /** For one that is stopped. */
  static final String CLOSE = "backup.close";

  /** The step that closes them, and what was there before it. */
  record Way(String kind, Record work, Record before) {}

  record Before(Optional<Way> way) {}

  private final BackupEnvironment environment;
  private final InstanceAddress target;
  private final String channel;
  private final Duration deadline;
  private final boolean mustBeStopped;

  CloseStep(BackupEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    OneApplier applier = planned.work(OneApplier.class);
    this.channel = applier.channel();
    this.deadline = applier.deadline();
    this.mustBeStopped = planned.kind().equals(CLOSE);
  }

  @Override
  public void precondition(StepContext context) {
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      if (mustBeStopped && !HeldReplica.isStopped(replica.require(channel))) {
        throw StepFailure.fatal(
            HeldReplica.named(channel, target) + " was started in the meantime.",
            Remedies.of(Acts.beginBackup(target)));
      }
    }
  }

  /** What a controller that was killed has begun is taken up where it is. */
  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // The step that was chosen may run the applier for a while.
  }

  @Override
  public Before before(StepContext context) {
    Optional<PlannedStep> chosen;
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      InstanceState state = replica.read();
      Channel now = replica.require(channel);
      if (!mustBeStopped) {
        replica.listen(state, now);
      }
      ChannelGaps gaps =
          new GapReader(environment.servers())
              .of(replica.session(), state, now, context.deadline());
      chosen =
          GapsPlanning.planner(replica.session().provider(), state, deadline)
              .steps(now, gaps)
              .stream()
              .findFirst();
    }
    return new Before(
        chosen.map(step ->
            new Way(step.kind(), step.work(), bind(step.kind(), step.work()).before(context))));
  }

  private BoundStep<?> bind(String kind, Record work) {
    StepKind<?> found =
        GapsSteps.kinds(new GapsEnvironment(environment.servers(), environment.pauses())).stream()
            .filter(each -> each.name().equals(kind))
            .findFirst()
            .orElseThrow(() ->
                StepFailure.fatal(
                    "Gaps were to be closed by %s, which this release does not have."
                        .formatted(kind),
                    Remedies.of(Acts.closeGaps(target, channel))));
    return found.bind(PlannedStep.of(kind, target, "gaps." + channel, work, kind));
  }

  private BoundStep<?> bind(Way way) {
    return bind(way.kind(), way.work());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    return before
        .way()
        .map(way -> run(way, context))
        .orElseGet(() -> StepOutcome.alreadyDone("It has none."));
  }

  private StepOutcome run(Way way, StepContext context) {
    if (!mustBeStopped) {
      return bind(way).run(context, way.before());
    }
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      return replica.listeningAgainAfter(() -> bind(way).run(context, way.before()));
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return before
        .way()
        .map(way -> bind(way).verify(context, way.before()))
        .orElseGet(() -> isStopped(context));
  }

  private Verdict isStopped(StepContext context) {
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      return Verdict.of(
          !mustBeStopped || HeldReplica.isStopped(replica.require(channel)),
          HeldReplica.named(channel, target) + " runs.");
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    before.way().ifPresent(way -> undo(way, context));
  }

  private void undo(Way way, StepContext context) {
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      replica.listeningAgainAfter(() -> {
        bind(way).undo(context, way.before());
        return way;
      });
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return before
        .way()
        .map(way -> bind(way).verifyUndone(context, way.before()))
        .orElseGet(Verdict::holds);
  }
}
