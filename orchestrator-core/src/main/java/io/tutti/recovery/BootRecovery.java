package io.tutti.recovery;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.fence.LiftRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.store.BootSights;
import io.tutti.topology.BootSight;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Lifts the fence of servers that started with one, as soon as they are proved whole. */
public final class BootRecovery {
  /** Who asked, in the audit and in the operation. */
  public static final String ACTOR = "policy:boot";

  /** Replicas that must be asked may just be reconnecting. */
  static final Duration AGAIN_SOON = Duration.ofMillis(300);

  /** So often it is tried again soon. */
  static final int SOON_MAX = 30;

  static final Duration AGAIN_LATER = Duration.ofSeconds(20);

  private final OperationRunner runner;
  private final BootSights boots;
  private final LiftPolicy policy;
  private final InstantSource clock;
  private final Map<InstanceAddress, Attempt> waiting = new ConcurrentHashMap<>();

  private record Attempt(int count, Instant next) {}

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
    waiting.put(instance, new Attempt(0, clock.instant()));
  }

  /** Starts what the policy wants done. Returns what was started. */
  public List<Operation> recover() {
    Instant now = clock.instant();
    List<Operation> started = new ArrayList<>();
    for (var each : waiting.entrySet()) {
      if (!each.getValue().next().isAfter(now)) {
        // Before the sight is read: what is under way may end, and be kept, in between.
        boolean isUnderWay = runner.isUnderWay(lift(each.getKey()));
        Optional<BootSight> sight = boots.find(each.getKey()).filter(BootSight::isWaiting);
        if (isUnderWay) {
          waiting.replace(each.getKey(), each.getValue(), next(each.getValue(), false, now));
        } else if (sight.isEmpty() || policy == LiftPolicy.OFF) {
          sight.ifPresent(one -> stays(one, "tutti.boot-fence.lift is OFF."));
          waiting.remove(each.getKey(), each.getValue());
        } else {
          Optional<Operation> operation = lift(sight.get());
          operation.ifPresent(started::add);
          waiting.replace(
              each.getKey(), each.getValue(), next(each.getValue(), operation.isPresent(), now));
        }
      }
    }
    return started;
  }

  private static Attempt next(Attempt last, boolean started, Instant now) {
    boolean soon = !started && last.count() < SOON_MAX;
    return new Attempt(last.count() + 1, now.plus(soon ? AGAIN_SOON : AGAIN_LATER));
  }

  private static Goal lift(InstanceAddress instance) {
    return new LiftRequest(instance, Optional.empty()).toGoal();
  }

  private Optional<Operation> lift(BootSight sight) {
    try {
      return Optional.of(runner.submit(lift(sight.instance()), ACTOR, Optional.empty()));
    } catch (OrchestratorException e) {
      if (e.code().kind() != ErrorKind.CONFLICT) {
        stays(sight, e.observed());
      }
      return Optional.empty();
    }
  }

  private void stays(BootSight sight, String why) {
    if (!sight.stays().equals(Optional.of(why))) {
      boots.save(sight.staying(why));
    }
  }
}
