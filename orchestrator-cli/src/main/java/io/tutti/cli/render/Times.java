package io.tutti.cli.render;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * Moments to the second, in the time zone of this process (the variable TZ), with its offset: one
 * word that scripts can read and {@code --since} takes.
 */
public final class Times {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ssXXX", Locale.ROOT);

  private Times() {}

  public static String second(Instant moment) {
    return second(moment, ZoneId.systemDefault());
  }

  static String second(Instant moment, ZoneId zone) {
    return SECOND.format(moment.atZone(zone));
  }

  /**
   * @param moment in RFC 3339, as the controller sends it; another text is left as it is
   */
  public static String second(String moment) {
    try {
      return second(Instant.parse(moment));
    } catch (DateTimeParseException e) {
      return moment;
    }
  }

  /** The time of day, for what happens now. */
  public static String clock(Instant moment) {
    return CLOCK.format(moment.atZone(ZoneId.systemDefault()));
  }
}
