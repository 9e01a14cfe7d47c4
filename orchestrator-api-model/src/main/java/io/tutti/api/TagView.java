package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * One tag of a server.
 *
 * @param owner who set it; not known of those that were set before it was kept
 * @param until when it is over; without it, when somebody removes it
 */
public record TagView(
    String name,
    String value,
    Optional<String> owner,
    Optional<String> reason,
    Optional<Instant> until) {}
