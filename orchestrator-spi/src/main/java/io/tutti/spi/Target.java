package io.tutti.spi;

import io.tutti.model.InstanceAddress;
import java.time.Duration;

/**
 * Where to connect and how.
 *
 * @param preferredDriver the driver to use where a plugin ships more than one; {@link #AUTOMATIC}
 *     leaves it to the plugin
 * @param statementTimeout the deadline of each single statement
 * @param trust what it must show before it is given the password
 */
public record Target(
    InstanceAddress address,
    Credentials credentials,
    TlsMode tls,
    String preferredDriver,
    Duration statementTimeout,
    ServerTrust trust) {
  public static final String AUTOMATIC = "auto";

  /** A server that it is not known: it is given scrambles only. */
  public Target(
      InstanceAddress address,
      Credentials credentials,
      TlsMode tls,
      String preferredDriver,
      Duration statementTimeout) {
    this(address, credentials, tls, preferredDriver, statementTimeout, ServerTrust.NONE);
  }

  /** The same server with another account. */
  public Target as(Credentials account) {
    return new Target(address, account, tls, preferredDriver, statementTimeout, trust);
  }

  public Target trusting(ServerTrust known) {
    return new Target(address, credentials, tls, preferredDriver, statementTimeout, known);
  }
}
