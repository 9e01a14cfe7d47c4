package io.tutti.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** The text that a client must know. */
public final class AccessToken {
  private static final int RANDOM_BYTES = 32;

  /** So that programs that look for secrets in files know it for one. */
  private static final String PREFIX = "tutti_";

  private static final int CHARACTERS_MIN = 16;
  private static final int DIFFERENT_MIN = 6;

  private final String text;

  /**
   * @throws IllegalArgumentException when the text is one that can be guessed
   */
  public AccessToken(String text) {
    String stripped = text.strip();
    if (stripped.length() < CHARACTERS_MIN || stripped.chars().distinct().count() < DIFFERENT_MIN) {
      throw new IllegalArgumentException(
          "a token has %d characters or more, %d of them different"
              .formatted(CHARACTERS_MIN, DIFFERENT_MIN));
    }
    this.text = stripped;
  }

  public static AccessToken random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AccessToken(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** The text itself, to be shown or written to the token's file once. */
  public String reveal() {
    return text;
  }

  /** Takes the same time however much of the offered text is right. */
  boolean is(String offered) {
    return MessageDigest.isEqual(sha256(offered.strip()), sha256(text));
  }

  String hash() {
    return hash(text);
  }

  static String hash(String text) {
    return HexFormat.of().formatHex(sha256(text.strip()));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "(token withheld)";
  }
}
