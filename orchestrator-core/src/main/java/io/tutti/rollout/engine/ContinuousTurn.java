package io.tutti.rollout.engine;

import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.Decision;
import io.tutti.rollout.RolloutState;
import java.util.Optional;

/**
 * What a rollout whose waves are kept does for servers that match it later: each has a wave of its
 * own, which is approved, observed, changed, watched and judged like any other. Pure.
 */
final class ContinuousTurn {
  private ContinuousTurn() {}

  static RolloutRun next(RolloutRun run, RolloutFacts facts) {
    if (!run.rollout().schedule().isOpen(facts.now())) {
      return run;
    }
    return facts.joining(run).map(target -> joined(run, target, facts)).orElse(run);
  }

  private static RolloutRun joined(RolloutRun run, Target target, RolloutFacts facts) {
    RolloutRun more = run.joinedBy(target);
    int number = more.waves().getLast().number();
    String sentence =
        "%s matches now, and was not changed before: it is wave %d."
            .formatted(target.address(), number);
    return more.in(RolloutState.RUNNING, sentence)
        .deciding(new Decision(facts.now(), number, Optional.of(target.address()), sentence));
  }

  /** All waves are kept. */
  static RolloutRun over(RolloutRun run) {
    return run.rollout().continuous()
        ? run.in(
            RolloutState.CONTINUOUS, "All waves are kept. Servers that match later get it, too.")
        : run.in(RolloutState.KEPT, "All waves are kept.");
  }
}
