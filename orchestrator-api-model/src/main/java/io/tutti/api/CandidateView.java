package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether somebody wants a server promoted.
 *
 * @param wish prefer, neutral or must_not
 * @param owner whose wish it is
 * @param by who said so
 */
public record CandidateView(
    String instance,
    String wish,
    String owner,
    String reason,
    String by,
    Instant since,
    Optional<Instant> until) {}
