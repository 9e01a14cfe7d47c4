package io.tutti.operation.promotion;

import io.tutti.eventlog.EventLog;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps that a cluster is being failed over by itself, and is not so again for a while. Undo
 * forgets it: then the place was not taken.
 */
final class HoldStep implements Step<HoldStep.Before> {
  static final String KIND = "failover.hold";

  /** What a fence stops first; the hold is kept meanwhile. */
  private static final String BESIDE = "receivers";

  /**
   * What it does.
   *
   * @param lasts from the first attempt on
   * @param intermediate the source that was lost, where it was an intermediate one: then only that
   *     is held; empty for the target of the step
   */
  record Work(String cluster, Duration lasts, Optional<InstanceAddress> intermediate) {
    Work {
      // Operations that an older controller kept have none.
      intermediate = Objects.requireNonNullElse(intermediate, Optional.empty());
    }
  }

  /** When it was to begin. */
  record Before(Instant at) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress lost;
  private final Work work;

  HoldStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.work = planned.work(Work.class);
    this.lost = work.intermediate().orElse(planned.target());
  }

  /**
   * The steps that fence the lost source, and beside them this one.
   *
   * @param lasts empty where a person asked for it
   */
  static List<PlannedStep> beside(
      List<PlannedStep> fence, InstanceAddress lost, String cluster, Optional<Duration> lasts) {
    List<PlannedStep> steps = new ArrayList<>(fence);
    lasts.ifPresent(time -> {
      int first = (int) fence.stream().takeWhile(step -> !step.stage().equals(BESIDE)).count();
      steps.add(
          first,
          PlannedStep.of(
                  KIND,
                  lost,
                  "hold",
                  new Work(cluster, time, Optional.empty()),
                  "keep that the cluster %s is not failed over by itself again for %s"
                      .formatted(cluster, EventLog.inWords(time)))
              .inStage(BESIDE)
              .affecting());
    });
    return steps;
  }

  /**
   * The same of an intermediate source, before its replicas are moved.
   *
   * @param at a server of the plan; nothing is said to it
   * @param lasts empty where a person asked for it
   */
  static List<PlannedStep> ofIntermediate(
      InstanceAddress dead, InstanceAddress at, String cluster, Optional<Duration> lasts) {
    return lasts
        .map(time ->
            PlannedStep.of(
                    KIND,
                    at,
                    "hold",
                    new Work(cluster, time, Optional.of(dead)),
                    "keep that the replicas of %s are not moved by themselves again for %s"
                        .formatted(dead, EventLog.inWords(time)))
                .affecting())
        .stream()
        .toList();
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(environment.clock().instant());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    WorldView world = environment.world().get();
    Instant until = before.at().plus(work.lasts());
    environment
        .holds()
        .save(
            new FailoverHold(
                work.cluster(),
                List.copyOf(GoalTarget.clusterOf(world.topology(), lost).members()),
                lost,
                work.intermediate().isPresent(),
                before.at(),
                until));
    return StepOutcome.done(
        "It is kept until %s.".formatted(until.truncatedTo(ChronoUnit.SECONDS)));
  }

  private Optional<FailoverHold> own(Before before) {
    return environment.holds().all().stream()
        .filter(hold -> hold.lost().equals(lost) && hold.since().equals(before.at()))
        .findFirst();
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    // Somebody may have released it since.
    return context.wasDone() || own(before).isPresent()
        ? Verdict.holds()
        : Verdict.of(false, "It is not kept.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    own(before).ifPresent(environment.holds()::remove);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(own(before).isEmpty(), "It is still kept.");
  }
}
