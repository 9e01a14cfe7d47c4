package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.Optional;

/**
 * That a crashed source is to be replaced.
 *
 * @param instance whose incident it is
 * @param promote who is to take its place; empty for the best
 * @param hold for so long its cluster does not fail over by itself then; empty where a person asks
 *     for it
 */
public record ResolveRequest(
    InstanceAddress instance,
    String incident,
    Optional<InstanceAddress> promote,
    Optional<Duration> hold) {
  public static final String RESOLVE = "crash.resolve";

  /** What a person asks for. */
  public ResolveRequest(
      InstanceAddress instance, String incident, Optional<InstanceAddress> promote) {
    this(instance, incident, promote, Optional.empty());
  }

  /** That the best takes the place. */
  static ResolveRequest ofBest(InstanceAddress instance, String incident, Optional<Duration> hold) {
    return new ResolveRequest(instance, incident, Optional.empty(), hold);
  }

  public Goal toGoal() {
    return new Goal(RESOLVE, instance.toString(), this).protecting();
  }
}
