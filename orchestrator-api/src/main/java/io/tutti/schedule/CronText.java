package io.tutti.schedule;

import java.text.ParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quartz.CronExpression;

/** The five fields of crontab(5) in Quartz's spelling, which has seconds and counts days from 1. */
final class CronText {
  private static final int FIELDS = 5;
  private static final int DAY_OF_MONTH = 2;
  private static final int DAY_OF_WEEK = 4;
  private static final String ANY = "*";

  /** A number that is a day, and not the step after a slash. */
  private static final Pattern DAY = Pattern.compile("(?<![/\\d])(\\d+)");

  private static final int DAYS = 7;

  private CronText() {}

  /**
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static String toQuartz(String cron) {
    List<String> fields = List.of(cron.strip().split("\\s+"));
    if (fields.size() != FIELDS) {
      throw new IllegalArgumentException(
          "\"%s\" has %d fields, not five: minute, hour, day of the month, month, day of the week"
              .formatted(cron, fields.size()));
    }
    String dayOfMonth = fields.get(DAY_OF_MONTH);
    String dayOfWeek = fields.get(DAY_OF_WEEK);
    if (!dayOfMonth.equals(ANY) && !dayOfWeek.equals(ANY)) {
      throw new IllegalArgumentException(
          "\"%s\" names days of the month and days of the week; only one of them can be named, the"
              .formatted(cron) + " other one is *");
    }
    String quartz =
        "0 %s %s %s %s %s"
            .formatted(
                fields.get(0),
                fields.get(1),
                dayOfWeek.equals(ANY) ? dayOfMonth : "?",
                fields.get(3),
                dayOfWeek.equals(ANY) ? "?" : days(cron, dayOfWeek));
    try {
      CronExpression.validateExpression(quartz);
    } catch (ParseException e) {
      throw new IllegalArgumentException(
          "\"%s\" is not a time: %s".formatted(cron, e.getMessage()), e);
    }
    return quartz;
  }

  /** Sunday is 0 or 7 there, and 1 here. */
  private static String days(String cron, String field) {
    Matcher days = DAY.matcher(field);
    return days.replaceAll(day -> {
      int number = Integer.parseInt(day.group(1));
      if (number > DAYS) {
        throw new IllegalArgumentException(
            "\"%s\" names day %d of the week; it has 0 (Sunday) to 6 (Saturday)"
                .formatted(cron, number));
      }
      return String.valueOf(number % DAYS + 1);
    });
  }
}
