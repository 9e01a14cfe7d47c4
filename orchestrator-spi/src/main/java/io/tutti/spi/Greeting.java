package io.tutti.spi;

import io.tutti.error.ShownText;

/**
 * The first packet that a server sends, before any login.
 *
 * @param serverVersion the version as announced, such as {@code 5.5.5-10.11.5-MariaDB-log}
 * @param offersTls whether the server can switch to TLS
 * @param authPlugin the default authentication plugin; empty when none is named
 */
public record Greeting(String serverVersion, boolean offersTls, String authPlugin) {
  public Greeting {
    serverVersion = ShownText.of(serverVersion);
    authPlugin = ShownText.of(authPlugin);
  }
}
