package io.tutti.rollout;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Moments by the clock on the wall, in the five fields of cron: minute, hour, day of the month,
 * month, day of the week. Each field is {@code *}, a number, {@code a-b}, {@code a-b/step}, {@code
 * *}{@code /step}, or several of these with commas between; months and days have their English
 * names, too; 0 and 7 are Sunday. Where both days are limited, one of them is enough.
 *
 * <p>When clocks change: a time that the wall leaves out is the first moment after it; one that it
 * shows twice is the first of the two. So each date has each of its times once.
 */
public record Cron(String text, Fields fields) {
  /**
   * Long enough for a 29th of February with a weekday: the calendar repeats after 400 years, this
   * within 28 or 40.
   */
  private static final int YEARS_MAX = 41;

  /** The values that match, as bits. */
  public record Fields(
      BitSet minutes, BitSet hours, BitSet days, BitSet months, BitSet weekdays, boolean either) {
    public Fields {
      minutes = (BitSet) minutes.clone();
      hours = (BitSet) hours.clone();
      days = (BitSet) days.clone();
      months = (BitSet) months.clone();
      weekdays = (BitSet) weekdays.clone();
    }

    boolean has(LocalDate date) {
      boolean day = days.get(date.getDayOfMonth());
      boolean weekday = weekdays.get(date.getDayOfWeek().getValue() % 7);
      return months.get(date.getMonthValue()) && (either ? day || weekday : day && weekday);
    }
  }

  private static final List<String> MONTHS =
      List.of(
          "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> WEEKDAYS =
      List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun");

  /**
   * @throws IllegalArgumentException saying which field is wrong
   */
  public static Cron parse(String text) {
    String[] parts = text.strip().toLowerCase(Locale.ROOT).split("\\s+");
    if (parts.length != 5) {
      throw new IllegalArgumentException(
          "\"%s\" has %d fields; cron has five: minute, hour, day of the month, month, day of the week"
              .formatted(text, parts.length));
    }
    BitSet weekdays = field("day of the week", parts[4], 0, 7, WEEKDAYS);
    if (weekdays.get(7)) {
      weekdays.set(0);
      weekdays.clear(7);
    }
    return new Cron(
        text.strip(),
        new Fields(
            field("minute", parts[0], 0, 59, List.of()),
            field("hour", parts[1], 0, 23, List.of()),
            field("day of the month", parts[2], 1, 31, List.of()),
            field("month", parts[3], 1, 12, MONTHS),
            weekdays,
            !parts[2].startsWith("*") && !parts[4].startsWith("*")));
  }

  private static BitSet field(String name, String text, int min, int max, List<String> names) {
    BitSet values = new BitSet();
    for (String part : text.split(",", -1)) {
      String[] range = part.split("/", -1);
      String[] ends =
          range[0].equals("*") ? new String[] {"" + min, "" + max} : range[0].split("-", -1);
      int step = range.length == 2 ? number(name, part, range[1], 1, max, List.of()) : 1;
      int from = number(name, part, ends[0], min, max, names);
      int to =
          ends.length == 2
              ? number(name, part, ends[1], min, max, names)
              : range.length == 2 ? max : from;
      if (range.length > 2 || ends.length > 2 || to < from) {
        throw wrong(name, part, min, max);
      }
      for (int value = from; value <= to; value += step) {
        values.set(value);
      }
    }
    return values;
  }

  private static int number(
      String name, String part, String text, int min, int max, List<String> names) {
    int value = names.indexOf(text);
    if (value < 0 && text.matches("\\d{1,2}")) {
      value = Integer.parseInt(text);
    }
    if (text.isEmpty() || value < min || value > max) {
      throw wrong(name, part, min, max);
    }
    return value;
  }

  private static IllegalArgumentException wrong(String name, String part, int min, int max) {
    return new IllegalArgumentException(
        "\"%s\" is no %s: it is *, numbers from %d to %d, ranges such as %d-%d, steps such as */2,"
                .formatted(part, name, min, max, min, max)
            + " or several with commas between");
  }

  /** The first moment that matches and is after another; empty when none ever is. */
  public Optional<Instant> after(Instant moment, ZoneId zone) {
    ZonedDateTime wall = moment.atZone(zone);
    LocalDate last = wall.toLocalDate().plusYears(YEARS_MAX);
    // A time that the wall left out may still be ahead, though its date is that of the moment.
    for (LocalDate date = wall.toLocalDate(); date.isBefore(last); date = date.plusDays(1)) {
      if (fields.has(date)) {
        Optional<Instant> found = on(date, moment, zone);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Instant> on(LocalDate date, Instant after, ZoneId zone) {
    for (int hour = fields.hours().nextSetBit(0); hour >= 0; ) {
      for (int minute = fields.minutes().nextSetBit(0); minute >= 0; ) {
        Instant found = Wall.instant(LocalDateTime.of(date, LocalTime.of(hour, minute)), zone);
        if (found.isAfter(after)) {
          return Optional.of(found);
        }
        minute = fields.minutes().nextSetBit(minute + 1);
      }
      hour = fields.hours().nextSetBit(hour + 1);
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return text;
  }
}
