package io.tutti.api;

import java.util.Optional;

/**
 * What a server must show; empty takes what it shows.
 *
 * @param fingerprint of its key or certificate
 */
public record TrustBody(Optional<String> fingerprint) implements Body {
  /** Nothing of it is said. */
  public static final TrustBody NONE = new TrustBody(Optional.empty());
}
