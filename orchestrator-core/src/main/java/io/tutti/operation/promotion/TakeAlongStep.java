package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Tries;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.util.List;
import java.util.Optional;

/**
 * Lets a replica replicate from who has taken the place and takes writes already. Clients are
 * served by then, so a replica that cannot be taken along ends nothing: it is left as it is, and
 * reported.
 */
final class TakeAlongStep implements Step<TakeAlongStep.Before> {
  static final String KIND = "promotion.take-along";

  /**
   * What was there.
   *
   * @param following empty where it could not be found out
   * @param left why it is left then
   */
  record Before(Optional<FollowStep.Before> following, String left) {}

  private final Tries tries;
  private final InstanceAddress target;
  private final InstanceAddress source;
  private final FollowStep follow;
  private final Hanging hanging;
  private final PromotionEnvironment environment;
  private final InstanceAddress lost;

  /** Whether this run of the step has done what can be done about it. */
  private boolean wasTried;

  TakeAlongStep(PromotionEnvironment environment, PlannedStep planned) {
    FollowStep.Work work = planned.work(FollowStep.Work.class);
    this.tries = new Tries(environment.channels().pauses());
    this.target = planned.target();
    this.source = work.source();
    this.follow = new FollowStep(environment, planned);
    PromotedChannel channel = PromotedChannel.of(environment, target, work.channel());
    this.hanging = Hanging.of(environment, channel);
    this.environment = environment;
    this.lost = channel.lost();
  }

  @Override
  public void precondition(StepContext context) {
    // Whether it can is seen when it is tried.
  }

  @Override
  public Before before(StepContext context) {
    try {
      FollowStep.Before found =
          tries.persistently(
              context,
              () -> {
                follow.precondition(context);
                return follow.before(context);
              });
      return new Before(Optional.of(found), "");
    } catch (StepFailure | OrchestratorException e) {
      return new Before(Optional.empty(), Tries.said(e, context));
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    StepOutcome outcome = tried(context, before);
    wasTried = true;
    return outcome;
  }

  private StepOutcome tried(StepContext context, Before before) {
    if (before.following().isEmpty()) {
      return left(before.left(), context);
    }
    FollowStep.Before found = before.following().get();
    try {
      return tries.persistently(
          context,
          () -> {
            StepOutcome outcome = follow.run(context, found);
            if (follow.verify(context, found) instanceof Verdict.Lacks(String observed)) {
              throw StepFailure.passing(observed);
            }
            return outcome;
          });
    } catch (StepFailure | OrchestratorException e) {
      return left(Tries.said(e, context), context);
    }
  }

  private StepOutcome left(String why, StepContext context) {
    hanging.isLeft(context.operation(), why, follow.sourceNow(context));
    InstanceAddress kept = environment.world().get().topology().keptUnder(lost);
    String taken =
        new FormerMembers(environment, kept).afterwards(source, List.of(), context.deadline());
    return StepOutcome.left("It was left out: " + why + taken);
  }

  /** What becomes of it later is seen by those who watch it. */
  @Override
  public Verdict verify(StepContext context, Before before) {
    if (wasTried || context.wasDone() || hanging.isLeft(context.operation())) {
      return Verdict.holds();
    }
    if (before.following().isEmpty()) {
      return Verdict.lacks(before.left());
    }
    try {
      return follow.verify(context, before.following().get());
    } catch (StepFailure | OrchestratorException e) {
      return Verdict.lacks(Tries.said(e));
    }
  }

  /** One that was left may stop late, and is to run as it did; one that follows stays so. */
  @Override
  public void undo(StepContext context, Before before) {
    if (before.following().isEmpty()) {
      return;
    }
    if (follow.follows(context)) {
      throw StepFailure.fatal(
          "%s replicates from %s, which takes writes.".formatted(target, source),
          Remedies.of("leave it so").or(Acts.showInstance(source)));
    }
    follow.undo(context, before.following().get());
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return before
        .following()
        .map(found -> follow.verifyUndone(context, found))
        .orElseGet(Verdict::holds);
  }
}
