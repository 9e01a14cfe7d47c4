package io.tutti.operation.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.Optional;

/**
 * That a replica is to take the place of a source that lives.
 *
 * @param to who; empty for the best
 * @param grace how long what clients have begun may keep the source from being shut, before their
 *     sessions are ended
 * @param catchUpMax how long the replica may take to apply what it lacks, before writes are shut
 */
public record SwitchoverRequest(
    InstanceAddress source, Optional<InstanceAddress> to, Duration grace, Duration catchUpMax) {
  public static final String SWITCHOVER = "switchover";

  /** What clients say is mostly answered within that. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  /** Writes go on meanwhile, so that nobody is harmed by it. */
  public static final Duration CATCH_UP = Duration.ofMinutes(1);

  public Goal toGoal() {
    return new Goal(SWITCHOVER, source.toString(), this);
  }
}
