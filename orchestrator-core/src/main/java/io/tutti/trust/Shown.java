package io.tutti.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server shows to whoever asks.
 *
 * @param publicKey its RSA key, PEM; empty where the account needs none, or it was not asked
 * @param certificate see {@link KnownServer#certificate}
 */
public record Shown(Optional<String> publicKey, Optional<String> certificate) {
  public static final Shown NOTHING = new Shown(Optional.empty(), Optional.empty());

  /** Whether one of its fingerprints is that one. */
  public boolean has(String fingerprint) {
    return publicKey.map(Fingerprint::of).filter(fingerprint::equals).isPresent()
        || certificate.map(Fingerprint::of).filter(fingerprint::equals).isPresent();
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    publicKey.ifPresent(key -> parts.add("RSA key " + Fingerprint.of(key)));
    certificate.ifPresent(one -> parts.add("certificate " + Fingerprint.of(one)));
    return parts.isEmpty() ? "no key" : String.join(", ", parts);
  }
}
