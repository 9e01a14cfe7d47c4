package io.tutti.rollout;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * By what a wave is judged.
 *
 * @param checked no others
 * @param significance how likely a gate may be to stop a change that changes nothing, for a whole
 *     rollout
 * @param trafficWaitMax how long a wave waits beyond its soak for enough traffic to judge it; then
 *     a person is asked
 */
public record Gates(Set<Gate> checked, double significance, Duration trafficWaitMax) {
  public static final double SIGNIFICANCE_USUAL = 0.01;
  public static final Duration TRAFFIC_WAIT_USUAL = Duration.ofMinutes(30);

  /** All there are. */
  public static final Gates ALL =
      new Gates(EnumSet.allOf(Gate.class), SIGNIFICANCE_USUAL, TRAFFIC_WAIT_USUAL);

  public Gates {
    checked = Set.copyOf(checked);
    if (!(significance > 0 && significance < 1)) {
      throw new IllegalArgumentException("a significance is between 0 and 1");
    }
  }
}
