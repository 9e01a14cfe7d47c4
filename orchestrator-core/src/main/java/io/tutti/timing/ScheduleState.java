package io.tutti.timing;

import java.time.Instant;
import java.util.Optional;

/**
 * A schedule, and where it stands.
 *
 * @param last when it was due last, and was told
 * @param next when it is due next; a paused one is not told then
 */
public record ScheduleState(
    ScheduleId id,
    When when,
    String what,
    Optional<Instant> last,
    Optional<Instant> next,
    boolean isPaused) {}
