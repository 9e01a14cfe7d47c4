package io.tutti.spi;

import java.util.List;
import java.util.Optional;

/**
 * What a server must show before it is given a password, and whether a person vouches for its
 * address. Without a key or certificate that is known it is given scrambles only, which nobody can
 * read a password from.
 *
 * @param publicKey its RSA key, PEM: a password is encrypted for that key and no other
 * @param certificates PEM: over TLS, what it shows must be one of these or signed by one of these
 * @param vouched whether a person named the address, or what it showed proved it: then statements
 *     may hold passwords of other accounts
 */
public record ServerTrust(Optional<String> publicKey, List<String> certificates, boolean vouched) {

  /** Of a server that it is not known. */
  public static final ServerTrust NONE = new ServerTrust(Optional.empty(), List.of(), false);

  public ServerTrust {
    certificates = List.copyOf(certificates);
  }
}
