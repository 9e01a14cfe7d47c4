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
import java.util.List;

/**
 * Sets again what a restart of a server lost. What a person changed by hand is left alone, as there
 * may be a reason for it: that is a finding only.
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
        (world, now) -> cases(world, policy),
        BackOff.upTo(AGAIN_AFTER).withBetween(AGAIN_AFTER),
        Times.WHILE_WANTED);
  }

  /** For each instance and channel what is to be set again. Pure. */
  static List<Case> cases(WorldView world, DriftPolicy policy) {
    return DriftGoals.of(world, SettingsDrift::isLostByRestart).stream()
        .map(goal ->
            new Case(goal.toString(), InstanceAddress.parse(goal.target()), decide(goal, policy)))
        .toList();
  }

  private static Decision decide(Goal goal, DriftPolicy policy) {
    return policy == DriftPolicy.REAPPLY
        ? new Decision.Recover(goal, "A restart lost settings that were to be kept.")
        : new Decision.AskOperator("tutti.parallelism.drift is REPORT.");
  }
}
