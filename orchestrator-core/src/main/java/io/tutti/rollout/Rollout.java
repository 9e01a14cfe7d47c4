package io.tutti.rollout;

import java.time.Duration;
import java.util.List;

/**
 * What a rollout file asks for (docs/rollouts.md).
 *
 * @param name how people call it
 * @param waves one after the other; the last one takes all that are left
 * @param soak how long a wave is watched after its last replica was changed, before it is judged
 * @param persist whether the values outlive a restart of a server, and drift is judged by them
 * @param continuous whether servers that match later get the values, too, one at a time
 */
public record Rollout(
    String name,
    Selector targets,
    Wanted settings,
    List<Wave> waves,
    Duration soak,
    Bounds bounds,
    Schedule schedule,
    Gates gates,
    OnFailure onFailure,
    Approval approval,
    boolean persist,
    boolean continuous) {

  public static final Duration SOAK_USUAL = Duration.ofMinutes(10);

  /** A wave that is watched for longer is a wave that everybody has forgotten. */
  public static final Duration SOAK_MAX = Duration.ofDays(7);

  public Rollout {
    waves = List.copyOf(waves);
  }

  @Override
  public String toString() {
    return name;
  }
}
