package io.tutti.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Date;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quartz.CronExpression;

class CronTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 2 * * *      | 0 30 2 * * ?",
        "*/15 * * * *    | 0 */15 * * * ?",
        "0 3 1 * *       | 0 0 3 1 * ?",
        "0 3 * * 0       | 0 0 3 ? * 1",
        "0 3 * * 7       | 0 0 3 ? * 1",
        "0 3 * * 1-5     | 0 0 3 ? * 2-6",
        "0 3 * * MON,SAT | 0 0 3 ? * MON,SAT",
        "0 3 * * 1-5/2   | 0 0 3 ? * 2-6/2"
      })
  void fiveFieldsAreQuartzsSix(String cron, String quartz) {
    assertThat(CronText.toQuartz(cron)).isEqualTo(quartz);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 3 * *     | has 4 fields",
        "0 3 1 * 1   | only one of them",
        "0 3 * * 8   | names day 8",
        "61 3 * * *  | is not a time",
        "x 3 * * *   | is not a time"
      })
  void saysWhatIsWrong(String cron, String said) {
    assertThatThrownBy(() -> CronText.toQuartz(cron))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said)
        .hasMessageContaining(cron.strip());
  }

  /** Berlin, 2026: 29 March has no 02:30, and 25 October has it twice. */
  @Test
  void aTimeThatTheClockLeavesOutIsAnHourLaterAndOneThatItHasTwiceCountsOnce()
      throws ParseException {
    assertThat(next("30 2 * * *", "2026-03-28T12:00:00Z")).isEqualTo("2026-03-29T01:30:00Z");
    assertThat(next("30 2 * * *", "2026-03-29T01:30:00Z")).isEqualTo("2026-03-30T00:30:00Z");
    assertThat(next("30 2 * * *", "2026-10-24T12:00:00Z")).isEqualTo("2026-10-25T01:30:00Z");
    assertThat(next("30 2 * * *", "2026-10-25T01:30:00Z")).isEqualTo("2026-10-26T01:30:00Z");
  }

  private static String next(String cron, String after) throws ParseException {
    CronExpression expression = new CronExpression(CronText.toQuartz(cron));
    expression.setTimeZone(TimeZone.getTimeZone(ZoneId.of("Europe/Berlin")));
    return expression.getNextValidTimeAfter(Date.from(Instant.parse(after))).toInstant().toString();
  }
}
