package io.tutti.trust;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** A short name of a key or certificate that nobody can make another one for. */
public final class Fingerprint {
  private Fingerprint() {}

  /**
   * {@code SHA256:} and the digest in hexadecimal, as {@code openssl … -outform DER | sha256sum}
   * prints it.
   */
  public static String of(String pem) {
    return "SHA256:" + HexFormat.of().formatHex(digest(der(pem)));
  }

  private static byte[] der(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }

  static String toPem(String what, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, body, what);
  }

  private static byte[] digest(byte[] der) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(der);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
