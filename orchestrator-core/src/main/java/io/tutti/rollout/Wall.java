package io.tutti.rollout;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/** The moment at which the clock on the wall shows a time. */
public final class Wall {
  private Wall() {}

  /**
   * A time that the wall leaves out is the first moment after what it leaves out; one that it shows
   * twice is the first of the two.
   */
  public static Instant instant(LocalDateTime time, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(time);
    return change != null && change.isGap()
        ? change.getInstant()
        : time.toInstant(zone.getRules().getValidOffsets(time).getFirst());
  }
}
