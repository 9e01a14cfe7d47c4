package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that begins at a certain time.
 *
 * @param name such as rollout/20261123-220000-7f3a01c2
 * @param when in words
 * @param what begins then
 * @param last when it was due last
 * @param next when it is due next; absent while it is paused
 * @param paused whether nothing begins by it now
 */
public record ScheduleView(
    String name,
    String when,
    String what,
    Optional<Instant> last,
    Optional<Instant> next,
    boolean paused) {}
