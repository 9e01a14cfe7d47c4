package io.tutti.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The text that a client must know. */
public final class AccessToken {
  private static final int RANDOM_BYTES = 24;
  private static final String SCHEME = "Bearer ";

  private final String text;

  /**
   * @throws IllegalArgumentException when the text is empty, which would let everybody in
   */
  public AccessToken(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("a token must not be empty");
    }
    this.text = text.strip();
  }

  public static AccessToken random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** The text itself, to be written to the token's file and shown once. */
  public String reveal() {
    return text;
  }

  /**
   * Whether an {@code Authorization} header bears this token. Takes the same time however much of
   * it is right.
   */
  public boolean admits(String authorization) {
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    byte[] offered = sha256(authorization.substring(SCHEME.length()).strip());
    return MessageDigest.isEqual(offered, sha256(text));
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
