package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.store.StartupObservations;
import io.tutti.topology.StartupObservation;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lifts the fence of servers that started with one, as soon as they are proved intact. */
final class StartFencedRecovery {
  /** One that waits for a person is looked at so often: a proof reads it and its replicas. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private StartFencedRecovery() {}

  /**
   * @param startups where people read why a server stays fenced
   */
  static RecoveryRule rule(LiftPolicy policy, StartupObservations startups) {
    return new RecoveryRule(
        "start-fenced",
        (world, now) -> cases(world, policy),
        BackOff.upTo(PAUSE_MAX),
        Times.WHILE_WANTED,
        (instance, why) -> stays(startups, instance, why));
  }

  /** Each server that waits, since the process began that waits. Pure. */
  static List<Case> cases(WorldView world, LiftPolicy policy) {
    return world.records().startups().values().stream()
        .filter(StartupObservation::isWaiting)
        .sorted(Comparator.comparing(StartupObservation::instance))
        .map(observation ->
            new Case(
                "%s since %s".formatted(observation.instance(), observation.startedAt().latest()),
                observation.instance(),
                decide(observation, policy)))
        .toList();
  }

  private static Decision decide(StartupObservation observation, LiftPolicy policy) {
    return policy == LiftPolicy.OFF
        ? new Decision.AskOperator("tutti.start-fenced.unfence is OFF.")
        : new Decision.Recover(
            new LiftRequest(observation.instance(), Optional.empty()).toGoal(),
            "It started fenced.");
  }

  private static boolean isToSay(StartupObservation kept, String why) {
    return kept.isWaiting() && !kept.stays().equals(Optional.of(why));
  }

  private static void stays(StartupObservations startups, InstanceAddress instance, String why) {
    if (startups.find(instance).filter(kept -> isToSay(kept, why)).isPresent()) {
      startups.change(instance, kept -> isToSay(kept, why) ? kept.staying(why) : kept);
    }
  }
}
