package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * A token that is wanted.
 *
 * @param name whose it is to be
 * @param role how far it is to reach
 * @param ttl after which it expires; for ever without
 */
public record TokenBody(
    Optional<String> name, Optional<TokenView.Role> role, Optional<Duration> ttl) implements Body {}
