package io.tutti.recovery;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.fence.LiftRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.store.BootSights;
import io.tutti.topology.BootSight;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lifts the fence of servers that started with one, as soon as they are proved whole. */
public final class BootRecovery {
  /** Who asked, in the audit and in the operation. */
  public static final String ACTOR = "policy:boot";

  /** One that waits for a person is looked at so often: a proof reads it and its replicas. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private final OperationRunner runner;
  private final BootSights boots;
  private final LiftPolicy policy;
  private final InstantSource clock;
  private final Map<InstanceAddress, Attempt> waiting = new ConcurrentHashMap<>();

  /**
   * @param begun the lift that was begun last
   * @param inTheWay what was under way when it was refused because of that
   */
  private record Attempt(Again again, Optional<OperationId> begun, Set<OperationId> inTheWay) {
    Attempt next(Again then) {
      return new Attempt(then, Optional.empty(), Set.of());
    }
  }

  /** Takes up those that waited when the controller ended. */
  public BootRecovery(
      OperationRunner runner, BootSights boots, LiftPolicy policy, InstantSource clock) {
    this.runner = runner;
    this.boots = boots;
    this.policy = policy;
    this.clock = clock;
    boots.all().stream()
        .filter(BootSight::isWaiting)
        .map(BootSight::instance)
        .forEach(this::noticed);
  }

  /** That a server started fenced. */
  public void noticed(InstanceAddress instance) {
    waiting.put(instance, new Attempt(Again.now(clock.instant()), Optional.empty(), Set.of()));
  }

  /** That something came which may have been missing: a replica that answers again, say. */
  public void stirred() {
    Instant now = clock.instant();
    waiting.replaceAll((instance, attempt) ->
        new Attempt(attempt.again().atOnce(now), attempt.begun(), attempt.inTheWay()));
  }

  /** Starts what the policy wants done. Returns what was started. */
  public List<Operation> recover() {
    List<Operation> started = new ArrayList<>();
    waiting.forEach((instance, attempt) -> {
      if (isDue(attempt)) {
        // Replaced by nobody's notice meanwhile, or that counts.
        see(instance, attempt, started)
            .ifPresentOrElse(
                next -> waiting.replace(instance, attempt, next),
                () -> waiting.remove(instance, attempt));
      }
    });
    return started;
  }

  /** Also as soon as one that was in its way has ended. */
  private boolean isDue(Attempt attempt) {
    return attempt.again().isDue(clock.instant())
        || !(attempt.inTheWay().isEmpty() || runner.holders().containsAll(attempt.inTheWay()));
  }

  /** Empty when nothing is left to do. */
  private Optional<Attempt> see(
      InstanceAddress instance, Attempt attempt, List<Operation> started) {
    // Before the sight is read: what is under way may end, and be kept, in between.
    if (isUnderWay(instance, attempt)) {
      return Optional.of(
          new Attempt(
              attempt.again().at(clock.instant().plus(Again.PAUSE_MIN)),
              attempt.begun(),
              Set.of()));
    }
    Optional<BootSight> sight = boots.find(instance).filter(BootSight::isWaiting);
    if (sight.isEmpty() || policy == LiftPolicy.OFF) {
      sight.ifPresent(one -> stays(one, "tutti.boot-fence.lift is OFF."));
      return Optional.empty();
    }
    if (attempt.begun().isPresent()) {
      return Optional.of(attempt.next(attempt.again().after(clock.instant(), PAUSE_MAX)));
    }
    return Optional.of(lift(sight.get(), attempt, started));
  }

  private boolean isUnderWay(InstanceAddress instance, Attempt attempt) {
    return attempt
            .begun()
            .flatMap(runner::find)
            .filter(operation -> !operation.state().isAtRest())
            .isPresent()
        || runner.isUnderWay(new LiftRequest(instance, Optional.empty()).toGoal());
  }

  private Attempt lift(BootSight sight, Attempt attempt, List<Operation> started) {
    Goal goal = new LiftRequest(sight.instance(), Optional.empty()).toGoal();
    try {
      Operation operation = runner.submit(goal, ACTOR, Optional.empty());
      started.add(operation);
      return new Attempt(
          attempt.again().at(clock.instant().plus(Again.PAUSE_MIN)),
          Optional.of(operation.id()),
          Set.of());
    } catch (OrchestratorException e) {
      if (e.code().kind() != ErrorKind.CONFLICT) {
        stays(sight, e.observed());
        return attempt.next(attempt.again().after(clock.instant(), PAUSE_MAX));
      }
      return behind(runner.holders(), attempt);
    }
  }

  /** What was in its way may have ended just now. */
  private Attempt behind(Set<OperationId> inTheWay, Attempt attempt) {
    Instant now = clock.instant();
    Again again =
        inTheWay.isEmpty()
            ? attempt.again().at(now.plus(Again.PAUSE_MIN))
            : attempt.again().after(now, PAUSE_MAX);
    return new Attempt(again, Optional.empty(), inTheWay);
  }

  private void stays(BootSight sight, String why) {
    if (!sight.stays().equals(Optional.of(why))) {
      boots.save(sight.staying(why));
    }
  }
}
