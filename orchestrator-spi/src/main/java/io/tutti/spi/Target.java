package io.tutti.spi;

import io.tutti.model.InstanceAddress;
import java.time.Duration;

/**
 * Where to connect and how.
 *
 * @param preferredDriver the driver to use where a plugin ships more than one; {@link #AUTOMATIC}
 *     leaves it to the plugin
 * @param statementTimeout the deadline of each single statement
 */
public record Target(
    InstanceAddress address,
    Credentials credentials,
    TlsMode tls,
    String preferredDriver,
    Duration statementTimeout) {
  public static final String AUTOMATIC = "auto";
}
