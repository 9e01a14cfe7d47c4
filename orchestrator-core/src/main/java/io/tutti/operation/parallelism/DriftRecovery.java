package io.tutti.operation.parallelism;

import io.tutti.analysis.SettingsDrift;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Sets again what a restart of a server lost. What a person changed by hand is left alone, as there
 * may be a reason for it: that is a finding only. So is a server in downtime left alone: whoever
 * works on it restarts it, and sets it otherwise, for a reason.
 */
final class DriftRecovery {
  /**
   * After an operation, whatever became of it: long enough that a server which loses its settings
   * at every start is not stopped over and over. What was refused is tried again sooner.
   */
  static final Duration AGAIN_AFTER = Duration.ofMinutes(2);

  private DriftRecovery() {}

  static RecoveryRule rule(DriftPolicy policy) {
    return new RecoveryRule(
        "drift",
        (world, now) -> cases(world, policy, now),
        BackOff.upTo(AGAIN_AFTER).withBetween(AGAIN_AFTER),
        Times.WHILE_WANTED);
  }

  /** For each instance and channel what is to be set again. Pure. */
  static List<Case> cases(WorldView world, DriftPolicy policy, Instant now) {
    return DriftGoals.of(world, SettingsDrift::isLostByRestart).stream()
        .map(goal ->
            new Case(
                goal.toString(),
                InstanceAddress.parse(goal.target()),
                decide(world, goal, policy, now)))
        .toList();
  }

  private static Decision decide(WorldView world, Goal goal, DriftPolicy policy, Instant now) {
    if (policy != DriftPolicy.REAPPLY) {
      return new Decision.AskOperator("tutti.parallelism.drift is REPORT.");
    }
    return world
        .downtimeOf(InstanceAddress.parse(goal.target()), now)
        .<Decision>map(downtime -> new Decision.AskOperator(downtime.sentence() + "."))
        .orElseGet(
            () -> new Decision.Recover(goal, "A restart lost settings that were to be kept."));
  }
}
