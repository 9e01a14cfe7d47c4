package io.tutti.eventlog;

import io.tutti.error.ShownText;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the controller found and did into its log, one line for each event: what happened,
 * about what, and the details. Texts of servers and clients cannot make a second line of it.
 */
public final class EventLog {
  /** By this name they are found in the log, whoever wrote them. */
  public static final String NAME = "io.tutti.events";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  /** A plan's reasons can be long; the audit and the journal have all of them. */
  static final int WORDS_MAX = 1_000;

  private static final int SECONDS_WITH_FRACTION = 60;

  private EventLog() {}

  /**
   * Something happened as it should, or as somebody wanted.
   *
   * @param what such as {@code instance.found}
   * @param about whom, such as {@code db7:3306}
   */
  public static void note(String what, String about, String words) {
    LOG.info("{} {}: {}", what, oneLine(about), oneLine(words));
  }

  /** Something happened that a person should look at. */
  public static void warn(String what, String about, String words) {
    LOG.warn("{} {}: {}", what, oneLine(about), oneLine(words));
  }

  /** Of use to who looks for the reason of something else. */
  public static void detail(String what, String about, String words) {
    LOG.debug("{} {}: {}", what, oneLine(about), oneLine(words));
  }

  /** The same text in one line, and not longer than a line should be. */
  static String oneLine(String text) {
    String line = ShownText.of(text).replaceAll("\\s+", " ").strip();
    return line.length() <= WORDS_MAX ? line : line.substring(0, WORDS_MAX - 1) + "…";
  }

  /** {@code 0.1 s}, {@code 59.9 s}, {@code 2 min 5 s}, {@code 3 h 0 min}. */
  public static String inWords(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < SECONDS_WITH_FRACTION) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1_000.0);
    }
    return duration.toHours() > 0
        ? "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart())
        : "%d min %d s".formatted(duration.toMinutes(), duration.toSecondsPart());
  }
}
