package io.tutti.api;

import java.time.Instant;
import java.util.Optional;

/** What is known of a server, and who vouches for it. */
public record KnownView(String address, KeysView keys, Instant since, String by, String reason) {
  /** Fingerprints of a key and a certificate. */
  public record KeysView(Optional<String> publicKey, Optional<String> certificate) {}
}
