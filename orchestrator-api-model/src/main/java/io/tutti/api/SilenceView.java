package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * Why findings are not counted.
 *
 * @param kind {@code ACKNOWLEDGED}, {@code MUTED} or {@code DOWNTIME}
 * @param code of the findings; absent of a downtime
 * @param instance of which server; absent of a cluster
 * @param cluster of which cluster; absent of a server
 * @param by who knows of it, or works on the server
 * @param until absent where it ends with the finding
 */
public record SilenceView(
    String kind,
    Optional<String> code,
    Optional<String> instance,
    Optional<String> cluster,
    String by,
    String reason,
    Optional<Instant> until) {}
