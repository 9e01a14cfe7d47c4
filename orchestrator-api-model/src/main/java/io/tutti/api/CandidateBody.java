package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether a server is to be promoted.
 *
 * @param wish prefer, neutral or must_not
 * @param owner whose wish it is; who asks, if nobody is named
 * @param ttl after this it is over; without it, when somebody ends it
 */
public record CandidateBody(String wish, Optional<String> owner, Optional<Duration> ttl)
    implements Body {}
