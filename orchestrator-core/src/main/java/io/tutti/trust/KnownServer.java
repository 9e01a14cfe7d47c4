package io.tutti.trust;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.Optional;

/**
 * A server that is trusted with passwords, and what it must show before it is given one.
 *
 * @param publicKey its RSA key, PEM; empty where it showed none
 * @param certificate the authority that signed its certificate, or the certificate itself where no
 *     other signed it, PEM; empty where it was not looked for or there is none
 * @param since when it was trusted
 * @param by who did
 */
public record KnownServer(
    InstanceAddress address,
    Optional<String> publicKey,
    Optional<String> certificate,
    Instant since,
    String by,
    Reason reason) {

  /** Why it is trusted. */
  public enum Reason {
    /** A person named its address: what it showed then is what it must show from now on. */
    NAMED,
    /** A person said so. */
    TRUSTED,
    /** It has the key of a server that is trusted: whoever has it could read that one's logins. */
    SAME_KEY,
    /** Its address is in the networks that the settings vouch for. */
    VOUCHED,
    /**
     * It is the server of an address that is trusted: that name leads to this address, and what
     * answers is the same under both.
     */
    SAME_SERVER
  }

  /** Whether a person, here or in the settings, vouches for the address itself. */
  public boolean isNamed() {
    return reason != Reason.SAME_KEY;
  }

  /** Whether it showed anything that it could be distinguished from others by. */
  public boolean hasShown() {
    return publicKey.isPresent() || certificate.isPresent();
  }

  /** Whether it shows something else than it must; what was not looked at is not compared. */
  public boolean isContradictedBy(Shown shown) {
    return differs(publicKey, shown.publicKey()) || differs(certificate, shown.certificate());
  }

  private static boolean differs(Optional<String> known, Optional<String> shown) {
    return known.isPresent()
        && shown.isPresent()
        && !Fingerprint.of(known.get()).equals(Fingerprint.of(shown.get()));
  }

  /** Both fingerprints in words. */
  public String fingerprints() {
    return new Shown(publicKey, certificate).toString();
  }
}
