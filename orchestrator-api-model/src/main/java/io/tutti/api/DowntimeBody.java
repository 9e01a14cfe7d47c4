package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * What is worked on.
 *
 * @param instance which server, as HOST:PORT; or else
 * @param cluster which cluster
 * @param owner who works on it; who asks, if nobody is named
 * @param ttl after this it is over
 */
public record DowntimeBody(
    Optional<String> instance,
    Optional<String> cluster,
    Optional<String> owner,
    Optional<Duration> ttl)
    implements Body {}
