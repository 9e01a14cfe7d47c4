package io.tutti.operation.fence;

import io.tutti.crash.Incident;
import io.tutti.plan.Goal;
import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Fences sources whose restart may have cost commits. Each incident is followed by one fence: who
 * lifts it has decided, and it is not raised again for the same incident. What hinders a fence may
 * last for hours: it is tried as long as the incident is open. A downtime does not keep it back:
 * what clients write after lost commits is lost as well, whoever works on the server.
 */
final class CrashRecovery {
  /** One that cannot be fenced takes writes meanwhile. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(5);

  /** What has failed for so long fails each time: each further fence is an operation of its own. */
  static final Duration FAILED_PAUSE_MAX = Duration.ofMinutes(1);

  private CrashRecovery() {}

  static RecoveryRule rule(FencePolicy policy) {
    return new RecoveryRule(
        "crash",
        (world, now) -> cases(world, policy, now),
        BackOff.upTo(PAUSE_MAX).withFailedForLong(FAILED_PAUSE_MAX),
        Times.ONCE);
  }

  /** Each open incident. Pure. */
  static List<Case> cases(WorldView world, FencePolicy policy, Instant now) {
    return world.records().incidents().values().stream()
        .flatMap(Collection::stream)
        .sorted(Comparator.comparing(Incident::noticedAt).thenComparing(Incident::id))
        .map(incident ->
            new Case(incident.id(), incident.instance(), decide(world, incident, policy, now)))
        .toList();
  }

  private static Decision decide(
      WorldView world, Incident incident, FencePolicy policy, Instant now) {
    if (incident.evidence().lookedAt().isEmpty()) {
      return new Decision.Recheck(now.plus(PAUSE_MAX), "What its restart cost is being examined.");
    }
    if (!incident.judgement().cost().isSuspect()) {
      return new Decision.Ignore(incident.judgement().why());
    }
    if (!policy.wants(incident.judgement().cost())) {
      return new Decision.AskOperator(
          "tutti.fence.automatic is %s. %s".formatted(policy, incident.judgement().why()));
    }
    if (!isSource(world, incident)) {
      return new Decision.Ignore("It only replicates, and nobody replicates from it.");
    }
    return new Decision.Recover(goal(incident), "Its restart may have cost commits.");
  }

  /** It has replicas, or replicates from nobody; what is not known counts as so. */
  private static boolean isSource(WorldView world, Incident incident) {
    boolean onlyReplicates =
        world
            .topology()
            .find(incident.instance())
            .flatMap(node -> node.state())
            .filter(state -> state.isReplica().is(true))
            .isPresent();
    return !onlyReplicates || !world.topology().linksTo(incident.instance()).isEmpty();
  }

  private static Goal goal(Incident incident) {
    return new FenceRequest(
            incident.instance(),
            Optional.of("its restart may have cost commits"),
            Optional.of(incident.id()))
        .toGoal();
  }
}
