package io.tutti.plugins.sql;

import io.tutti.spi.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What a channel keeps of its account. */
public final class ChannelAccount {
  private ChannelAccount() {}

  /**
   * Why a channel cannot be given that account.
   *
   * @param passwordBytesMax how long its password may be
   */
  public static Optional<String> notTaken(Credentials account, int passwordBytesMax) {
    int bytes = account.password().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > passwordBytesMax) {
      return Optional.of(
          "its password has %d bytes, and a channel keeps %d".formatted(bytes, passwordBytesMax));
    }
    // It is kept in a file, a line each.
    return isOfLines(account.password()) || isOfLines(account.user())
        ? Optional.of("its name or password has an end of a line in it")
        : Optional.empty();
  }

  private static boolean isOfLines(String text) {
    return text.chars().anyMatch(each -> each == '\n' || each == '\r' || each == 0);
  }
}
