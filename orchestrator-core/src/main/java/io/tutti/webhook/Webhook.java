package io.tutti.webhook;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Where messages are sent to, and how patiently.
 *
 * @param address over http or https; it may hold a secret, so it is never shown
 * @param key by which they are signed
 * @param answerMax how long an attempt may take, to the end of the answer
 * @param attemptsMax how often one message is sent
 * @param firstPause between the first attempt and the second; each further one is twice as long
 * @param pauseMax the longest of them
 */
public record Webhook(
    URI address,
    Optional<SigningKey> key,
    Duration answerMax,
    int attemptsMax,
    Duration firstPause,
    Duration pauseMax) {

  public Webhook {
    if (attemptsMax < 1) {
      throw new IllegalArgumentException("at least one attempt is made");
    }
  }

  /**
   * An address as somebody wrote it.
   *
   * @throws IllegalArgumentException when no message can be sent there, with the reason
   */
  public static URI parse(String text) {
    URI address;
    try {
      address = URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("it is no address", e);
    }
    String scheme = Optional.ofNullable(address.getScheme()).orElse("").toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("it does not begin with http:// or https://");
    }
    if (Optional.ofNullable(address.getHost()).orElse("").isEmpty()) {
      throw new IllegalArgumentException("it names no host");
    }
    if (address.getRawUserInfo() != null) {
      throw new IllegalArgumentException("it holds a user's name, which would not be sent");
    }
    return address;
  }

  /** How long to wait after that many attempts. */
  Duration pauseAfter(int attempts) {
    Duration pause = firstPause;
    for (int attempt = 1; attempt < attempts && pause.compareTo(pauseMax) < 0; attempt++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(pauseMax) < 0 ? pause : pauseMax;
  }

  /** For people: without what may be secret. */
  @Override
  public String toString() {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    return address.getScheme() + "://" + address.getHost() + port;
  }
}
