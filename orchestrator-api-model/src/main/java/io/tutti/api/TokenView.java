package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/**
 * A token without its text.
 *
 * @param createdBy the name of the token with which it was made
 */
public record TokenView(
    String name,
    Role role,
    State state,
    Instant createdAt,
    String createdBy,
    Optional<Instant> expiresAt,
    Optional<Instant> revokedAt) {

  /** How far it reaches, the farthest first. */
  public enum Role {
    ADMIN,
    OPERATOR,
    VIEWER,
    REPORTER
  }

  /** What became of it. */
  public enum State {
    ACTIVE,
    EXPIRED,
    REVOKED
  }
}
