package io.tutti.store;

import java.time.Instant;
import java.util.Optional;

/**
 * A token that was given to somebody, without its text.
 *
 * @param name whose it is; never given twice, so that the audit means one token by it
 * @param role how far it reaches
 * @param hash SHA-256 of its text, hexadecimal. A hash that is quick to compute does, because the
 *     text is 256 random bits: there is nothing to guess
 * @param createdBy the name of the token with which it was made
 * @param expiresAt from then on it is no token any more
 * @param revokedAt somebody took it back then
 */
public record NamedToken(
    String name,
    Role role,
    String hash,
    Instant createdAt,
    String createdBy,
    Optional<Instant> expiresAt,
    Optional<Instant> revokedAt) {

  /** What became of it. */
  public enum State {
    ACTIVE,
    EXPIRED,
    REVOKED
  }

  public State state(Instant now) {
    if (revokedAt.isPresent()) {
      return State.REVOKED;
    }
    return expiresAt.filter(end -> !now.isBefore(end)).isPresent() ? State.EXPIRED : State.ACTIVE;
  }
}
