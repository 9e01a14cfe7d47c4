package io.tutti.recovery;

import io.tutti.crash.Incident;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.store.Incidents;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fences sources whose restart may have cost commits. Each incident is followed by one fence: who
 * lifts it has decided, and it is not raised again for the same incident. What hinders a fence may
 * last for hours: it is tried as long as the incident is open.
 */
public final class CrashRecovery {
  /** Who asked, in the audit and in the operation. */
  public static final String ACTOR = "policy:crash";

  /** One that cannot be fenced takes writes meanwhile. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(5);

  /** What has failed for so long fails each time: each further fence is an operation of its own. */
  static final Duration FAILED_PAUSE_MAX = Duration.ofMinutes(1);

  private static final Duration FAILED_LONG = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(CrashRecovery.class);

  private final OperationRunner runner;
  private final Incidents incidents;
  private final FencePolicy policy;
  private final InstantSource clock;
  private final Map<String, Attempt> attempts = new HashMap<>();

  /**
   * @param count of the fences that were begun for it, this one among them
   */
  private record Attempt(int count, Again again) {
    /** Refused, or under way: nothing was begun in vain. */
    Attempt next(Again then) {
      return new Attempt(count, then);
    }

    Attempt nextOne(Again then) {
      return new Attempt(count + 1, then);
    }
  }

  public CrashRecovery(
      OperationRunner runner, Incidents incidents, FencePolicy policy, InstantSource clock) {
    this.runner = runner;
    this.incidents = incidents;
    this.policy = policy;
    this.clock = clock;
  }

  /** Starts what the policy wants done, or goes on with it. Returns the fences that are raised. */
  public List<Operation> recover(TopologySnapshot snapshot) {
    if (policy == FencePolicy.OFF) {
      return List.of();
    }
    Instant now = clock.instant();
    List<Operation> raised = new ArrayList<>();
    for (Incident incident : wanted(snapshot, incidents.open(), policy)) {
      Attempt attempt = attempts.getOrDefault(incident.id(), new Attempt(1, Again.now(now)));
      if (attempt.again().isDue(now)) {
        Optional<Operation> operation = fence(incident, attempt.count());
        operation.ifPresent(raised::add);
        attempts.put(incident.id(), next(attempt, operation, clock.instant()));
      }
    }
    return raised;
  }

  private static Attempt next(Attempt attempt, Optional<Operation> operation, Instant now) {
    if (operation.filter(CrashRecovery::hasFailed).isPresent()) {
      boolean forLong = attempt.again().since().plus(FAILED_LONG).isBefore(now);
      return attempt.nextOne(attempt.again().after(now, forLong ? FAILED_PAUSE_MAX : PAUSE_MAX));
    }
    if (operation.filter(begun -> !begun.state().isAtRest()).isPresent()) {
      return attempt.next(attempt.again().at(now.plus(Again.PAUSE_MIN)));
    }
    return attempt.next(
        operation.isPresent()
            ? attempt.again().at(now.plus(PAUSE_MAX))
            : attempt.again().after(now, PAUSE_MAX));
  }

  /** Of open incidents those that are followed by a fence: of servers that others rely on. Pure. */
  static List<Incident> wanted(TopologySnapshot snapshot, List<Incident> open, FencePolicy policy) {
    return open.stream()
        .filter(incident -> incident.evidence().lookedAt().isPresent())
        .filter(incident -> policy.wants(incident.judgement().cost()))
        .filter(incident -> isSource(snapshot, incident))
        .toList();
  }

  /** It has replicas, or replicates from nobody; what is not known counts as so. */
  private static boolean isSource(TopologySnapshot snapshot, Incident incident) {
    boolean onlyReplicates =
        snapshot
            .find(incident.instance())
            .flatMap(node -> node.state())
            .filter(state -> state.isReplica().is(true))
            .isPresent();
    return !onlyReplicates || !snapshot.linksTo(incident.instance()).isEmpty();
  }

  private Optional<Operation> fence(Incident incident, int attempt) {
    Goal goal =
        new FenceRequest(
                incident.instance(),
                Optional.of("its restart may have cost commits"),
                Optional.of(incident.id()))
            .toGoal();
    try {
      return Optional.of(
          runner.submit(
              goal, ACTOR, Optional.of("fence-of-%s-%d".formatted(incident.id(), attempt))));
    } catch (OrchestratorException e) {
      LOG.warn(
          "{} is not fenced after {}; tried again soon: {}",
          incident.instance(),
          incident,
          e.getMessage());
      return Optional.empty();
    }
  }

  private static boolean hasFailed(Operation operation) {
    return operation.state().isAtRest()
        && operation.state() != OperationState.SUCCEEDED
        && operation.state() != OperationState.STUCK;
  }
}
