package io.tutti.binlog.live;

import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A server, and how one logs in.
 *
 * @param tls what decides which certificates are trusted; without TLS the password is sent as
 *     scrambles only, which nobody can read it from
 * @param isNameChecked whether its certificate must be for this host
 * @param publicKey its RSA key, PEM, for which a password may be encrypted
 * @param patience how long an answer may take
 */
public record LiveServer(
    String host,
    int port,
    String user,
    String password,
    Optional<SSLContext> tls,
    boolean isNameChecked,
    Optional<String> publicKey,
    Duration patience) {

  /** Without the password. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
