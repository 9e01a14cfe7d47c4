package io.tutti.operation.parallelism;

import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the plan. Pure.
 *
 * <ol>
 *   <li>Where a search begins, is predicted.
 *   <li>As many tries as there may be: each decides, when it begins, what it tries.
 *   <li>What is to be kept is set, or what was there before.
 *   <li>The replica is watched for a moment.
 * </ol>
 *
 * Undone, it has what it had before the first try, and its applier runs.
 */
final class TuningPlanner {
  /** Statements, and an applier that ends its transactions, before and after each try. */
  private static final Duration AROUND = Duration.ofMinutes(2);

  private static final Duration BLOCKED_MAX = Duration.ofSeconds(30);

  private TuningPlanner() {}

  static Plan plan(Goal goal, String cluster, TunedChannel channel, Trying trying) {
    TuningRequest request = goal.request(TuningRequest.class);
    List<PlannedStep> steps = new ArrayList<>();
    if (trying.search().isPresent()) {
      steps.add(predict(channel));
    }
    for (int number = 1; number <= trying.triesMax(); number++) {
      steps.add(trial(number, channel, request.terms(), trying));
    }
    steps.add(keep(channel, trying, request.persist()));
    steps.add(
        ParallelismPlanner.settleStep(
            ParallelismRequest.SETTLE_USUAL,
            List.of(new SettleStep.Watched(channel.replica(), channel.name()))));
    return Plan.of(goal, Scope.of(cluster, List.of(channel.replica())), steps);
  }

  private static PlannedStep predict(TunedChannel channel) {
    return PlannedStep.of(
            PredictStep.KIND,
            channel.replica(),
            "prediction",
            new PredictStep.Work(channel),
            "predict from the binlogs of %s where to begin".formatted(channel.source()))
        .withBounds(new PlannedStep.Bounds(AROUND, BLOCKED_MAX))
        .affecting();
  }

  private static PlannedStep trial(
      int number, TunedChannel channel, TuningTerms terms, Trying trying) {
    Duration longest = terms.holdBack().plus(terms.budget().dividedBy(trying.triesMax()));
    return PlannedStep.of(
            TrialStep.KIND,
            channel.replica(),
            "parallelism",
            new TrialStep.Work(number, channel, terms, trying),
            describe(number, channel, trying))
        .withBounds(new PlannedStep.Bounds(longest.plus(AROUND), BLOCKED_MAX))
        .affecting(
            Effect.stopping(
                    List.of(ReplicationThread.APPLIER),
                    channel.replica(),
                    channel.name(),
                    Effect.Lasts.MOMENT)
                .stream()
                .map(effect -> effect.forAbout(terms.holdBack()))
                .toList());
  }

  private static String describe(int number, TunedChannel channel, Trying trying) {
    return trying.search().isPresent()
        ? "try %d of at most %d on %s".formatted(number, trying.triesMax(), channel.replica())
        : "measure %s on %s".formatted(trying.grid().get(number - 1), channel.replica());
  }

  private static PlannedStep keep(TunedChannel channel, Trying trying, boolean persist) {
    return PlannedStep.of(
            KeepStep.KIND,
            channel.replica(),
            "parallelism",
            new KeepStep.Work(channel, trying, persist),
            trying.search().isPresent()
                ? "keep the smallest setting that is nearly the best on " + channel.replica()
                : "give back to %s what it had".formatted(channel.replica()))
        .withBounds(new PlannedStep.Bounds(PlannedStep.Bounds.USUAL.attemptMax(), BLOCKED_MAX))
        .affecting(
            Effect.stopping(
                List.of(ReplicationThread.APPLIER),
                channel.replica(),
                channel.name(),
                Effect.Lasts.MOMENT));
  }
}
