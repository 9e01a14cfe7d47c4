package io.tutti.hook;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookPoint.Moment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Events of operations that there never were. Pure. */
public final class SampleEvents {
  /** Names below this end lead nowhere (RFC 2606). */
  private static final InstanceAddress SOURCE = InstanceAddress.parse("source.invalid:3306");

  private static final InstanceAddress REPLICA = InstanceAddress.parse("replica.invalid:3306");

  private SampleEvents() {}

  /**
   * @param actor who tries a hook
   */
  public static HookEvent at(HookPoint point, String actor, Instant now) {
    return new HookEvent(
        "sample-%d-%s".formatted(now.toEpochMilli(), point),
        point,
        now,
        true,
        new HookEvent.Cause(
            "sample",
            "sample",
            actor,
            point.moment() == Moment.BEFORE
                ? Optional.empty()
                : Optional.of(point.moment() == Moment.AFTER),
            "This is a sample: nothing of it is so."),
        new HookEvent.About(
            SOURCE.toString(),
            Optional.of(SOURCE),
            Optional.of("sample"),
            Optional.of(REPLICA),
            List.of(REPLICA),
            List.of(REPLICA, SOURCE)));
  }
}
