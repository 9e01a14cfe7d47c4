package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * A server or a cluster that is worked on.
 *
 * @param owner who works on it
 * @param by who said so
 */
public record DowntimeView(
    Optional<String> instance,
    Optional<String> cluster,
    String owner,
    String reason,
    String by,
    Instant beganAt,
    Instant until) {}
