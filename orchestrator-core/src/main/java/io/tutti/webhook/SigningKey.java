package io.tutti.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages as Standard Webhooks 1.0 says (https://www.standardwebhooks.com): HMAC-SHA256 over
 * id, time and body. Never printed.
 */
public final class SigningKey {
  /** A key that is written so is Base64; any other text is taken as it is. */
  private static final String ENCODED = "whsec_";

  private static final String ALGORITHM = "HmacSHA256";
  private static final String VERSION = "v1,";

  /** As of tokens: what is shorter can be guessed. */
  private static final int BYTES_MIN = 16;

  private final SecretKeySpec key;

  /**
   * @throws IllegalArgumentException when it is too short, or no Base64 where it should be
   */
  public SigningKey(String secret) {
    byte[] bytes =
        secret.startsWith(ENCODED)
            ? Base64.getDecoder().decode(secret.substring(ENCODED.length()))
            : secret.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < BYTES_MIN) {
      throw new IllegalArgumentException(
          "it has %d bytes, and needs %d".formatted(bytes.length, BYTES_MIN));
    }
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /** The value of the header {@code webhook-signature}. */
  String sign(String id, long epochSeconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((id + "." + epochSeconds + ".").getBytes(StandardCharsets.UTF_8));
      return VERSION + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "(withheld)";
  }
}
