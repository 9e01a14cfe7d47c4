package io.tutti.api;

import java.util.Optional;

/**
 * How a call of a hook ended.
 *
 * @param why it failed; empty when it did not
 * @param output what it printed, cut where it is long
 */
public record HookRunView(
    String name,
    String event,
    boolean succeeded,
    Optional<String> why,
    String output,
    long tookMillis) {}
