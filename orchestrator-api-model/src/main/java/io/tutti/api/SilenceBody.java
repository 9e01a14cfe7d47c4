package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Which findings somebody knows of.
 *
 * @param code of the findings
 * @param instance of which server, as HOST:PORT; or else
 * @param cluster of which cluster
 * @param ttl after this they count again; an acknowledgement may do without
 */
public record SilenceBody(
    Optional<String> code,
    Optional<String> instance,
    Optional<String> cluster,
    Optional<Duration> ttl)
    implements Body {}
