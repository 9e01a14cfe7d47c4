package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.store.BootSights;
import io.tutti.topology.BootSight;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lifts the fence of servers that started with one, as soon as they are proved whole. */
final class BootRecovery {
  /** One that waits for a person is looked at so often: a proof reads it and its replicas. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private BootRecovery() {}

  /**
   * @param boots where people read why a server stays fenced
   */
  static RecoveryRule rule(LiftPolicy policy, BootSights boots) {
    return new RecoveryRule(
        "boot",
        (world, now) -> cases(world, policy),
        BackOff.upTo(PAUSE_MAX),
        Times.WHILE_WANTED,
        (instance, why) -> stays(boots, instance, why));
  }

  /** Each server that waits, since the process began that waits. Pure. */
  static List<Case> cases(WorldView world, LiftPolicy policy) {
    return world.records().boots().values().stream()
        .filter(BootSight::isWaiting)
        .sorted(Comparator.comparing(BootSight::instance))
        .map(sight ->
            new Case(
                "%s since %s".formatted(sight.instance(), sight.startedAt().latest()),
                sight.instance(),
                decide(sight, policy)))
        .toList();
  }

  private static Decision decide(BootSight sight, LiftPolicy policy) {
    return policy == LiftPolicy.OFF
        ? new Decision.AskOperator("tutti.boot-fence.lift is OFF.")
        : new Decision.Recover(
            new LiftRequest(sight.instance(), Optional.empty()).toGoal(), "It started fenced.");
  }

  private static void stays(BootSights boots, InstanceAddress instance, String why) {
    boots
        .find(instance)
        .filter(BootSight::isWaiting)
        .filter(sight -> !sight.stays().equals(Optional.of(why)))
        .ifPresent(sight -> boots.save(sight.staying(why)));
  }
}
