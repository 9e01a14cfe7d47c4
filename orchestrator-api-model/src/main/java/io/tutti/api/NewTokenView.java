package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * A token that was just made.
 *
 * @param token its text, which is reported here and nowhere else
 */
public record NewTokenView(
    String name, TokenView.Role role, Optional<Instant> expiresAt, String token) {}
