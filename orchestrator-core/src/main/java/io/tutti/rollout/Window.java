package io.tutti.rollout;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.Set;

/**
 * A time of day on some days.
 *
 * @param days on which it opens
 * @param from by the clock on the wall
 * @param until not included; not after {@code from} means on the day after
 */
public record Window(Set<DayOfWeek> days, LocalTime from, LocalTime until) {
  public Window {
    days = Set.copyOf(days);
  }
}
