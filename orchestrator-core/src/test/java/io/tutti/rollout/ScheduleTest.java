package io.tutti.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.rollout.Schedule.Blackout;
import io.tutti.rollout.Schedule.Start;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a rollout may begin and work, also over both days of 2026 on which clocks change. */
class ScheduleTest {
  /** Clocks go from 02:00 to 03:00 on 29 March, from 03:00 to 02:00 on 25 October. */
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** Clocks go from 24:00 to 01:00 on 29 March at midnight's end of 28 March. */
  private static final ZoneId BEIRUT = ZoneId.of("Asia/Beirut");

  private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);

  private static List<String> next(String cron, ZoneId zone, String from, int count) {
    List<String> found = new ArrayList<>();
    Instant moment = Instant.parse(from);
    for (int i = 0; i < count; i++) {
      moment = Cron.parse(cron).after(moment, zone).orElseThrow();
      found.add(moment.toString());
    }
    return found;
  }

  private static Schedule in(ZoneId zone, Window... windows) {
    return new Schedule(new Start.Now(), zone, List.of(windows), List.of());
  }

  private static Window window(Set<DayOfWeek> days, String from, String until) {
    return new Window(days, LocalTime.parse(from), LocalTime.parse(until));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/15 * * * *     | 2026-11-20T12:00:00Z | 2026-11-20T12:15:00Z",
        "0 2 * * sat      | 2026-11-20T12:00:00Z | 2026-11-21T02:00:00Z",
        "0 2 * * 6        | 2026-11-21T02:00:00Z | 2026-11-28T02:00:00Z",
        "0 2 * * 7        | 2026-11-20T12:00:00Z | 2026-11-22T02:00:00Z",
        "30 1,13 * * 1-5  | 2026-11-20T13:30:00Z | 2026-11-23T01:30:00Z",
        "0 0 29 feb *     | 2026-11-20T12:00:00Z | 2028-02-29T00:00:00Z",
        "0 0 13 * fri     | 2026-11-20T12:00:00Z | 2026-11-27T00:00:00Z",
        "5-10/5 4 1 1 *   | 2026-11-20T12:00:00Z | 2027-01-01T04:05:00Z",
        "0 10/6 * * *     | 2026-11-20T12:00:00Z | 2026-11-20T16:00:00Z",
      })
  void findsTheNextMomentOfCron(String cron, String after, String expected) {
    assertThat(next(cron.strip(), ZoneOffset.UTC, after.strip(), 1))
        .containsExactly(expected.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "5-1 * * * *",
        "*/0 * * * *",
        "1,,2 * * * *",
        "-1 * * * *",
        "a * * * *",
        "1-2-3 * * * *",
        "*/2/2 * * * *",
        "* * * * fry"
      })
  void refusesWhatIsNoCron(String text) {
    assertThatThrownBy(() -> Cron.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void neverFindsADateThatThereIsNot() {
    assertThat(Cron.parse("0 0 31 2 *").after(Instant.parse("2026-01-01T00:00:00Z"), BERLIN))
        .isEmpty();
  }

  @Test
  void aTimeThatTheClocksLeaveOutIsTheFirstMomentAfterIt() {
    assertThat(next("30 2 * * *", BERLIN, "2026-03-27T12:00:00Z", 3))
        .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    assertThat(next("0 0 * * *", BEIRUT, "2026-03-28T12:00:00Z", 2))
        .containsExactly("2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z");
  }

  @Test
  void aTimeThatTheClocksShowTwiceIsTheFirstOfThem() {
    assertThat(next("30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
  }

  @Test
  void everyDateHasItsTimesOnceOverAYear() {
    List<String> found = next("30 2 * * *", BERLIN, "2025-12-31T23:00:00Z", 365);

    assertThat(found.stream().map(text -> Instant.parse(text).atZone(BERLIN).toLocalDate()))
        .doesNotHaveDuplicates()
        .startsWith(LocalDate.parse("2026-01-01"))
        .endsWith(LocalDate.parse("2026-12-31"));
  }

  @Test
  void cronIsMeantInItsZone() {
    assertThat(next("0 2 * * *", ZoneId.of("Asia/Tokyo"), "2026-11-20T12:00:00Z", 1))
        .containsExactly("2026-11-20T17:00:00Z");
    assertThat(next("0 2 * * *", ZoneId.of("America/New_York"), "2026-11-20T12:00:00Z", 1))
        .containsExactly("2026-11-21T07:00:00Z");
  }

  @Test
  void opensWithTheNextWindow() {
    Schedule nights = in(BERLIN, window(EnumSet.of(DayOfWeek.SATURDAY), "23:00", "03:00"));

    Instant friday = Instant.parse("2026-11-20T12:00:00Z");
    assertThat(nights.opens(friday)).contains(Instant.parse("2026-11-21T22:00:00Z"));
    Instant sunday = Instant.parse("2026-11-22T01:59:59Z");
    assertThat(nights.isOpen(sunday)).isTrue();
    assertThat(nights.closes(sunday)).contains(Instant.parse("2026-11-22T02:00:00Z"));
    assertThat(nights.isOpen(Instant.parse("2026-11-22T02:00:00Z"))).isFalse();
  }

  @Test
  void aWindowFollowsTheClockOnTheWall() {
    Schedule nights = in(BERLIN, window(EVERY_DAY, "01:00", "04:00"));

    Instant spring = nights.opens(Instant.parse("2026-03-28T23:00:00Z")).orElseThrow();
    assertThat(Duration.between(spring, nights.closes(spring).orElseThrow())).hasHours(2);
    Instant autumn = nights.opens(Instant.parse("2026-10-24T22:00:00Z")).orElseThrow();
    assertThat(Duration.between(autumn, nights.closes(autumn).orElseThrow())).hasHours(4);
  }

  @Test
  void aWindowThatTheClocksLeaveOutOpensOnTheNextDay() {
    Schedule narrow = in(BERLIN, window(EVERY_DAY, "02:10", "02:50"));

    assertThat(narrow.opens(Instant.parse("2026-03-28T12:00:00Z")))
        .contains(Instant.parse("2026-03-30T00:10:00Z"));
  }

  @Test
  void isClosedOnABlackoutDate() {
    Schedule quiet =
        new Schedule(
            new Start.Now(),
            BERLIN,
            List.of(window(EVERY_DAY, "22:00", "02:00")),
            List.of(
                new Blackout(LocalDate.parse("2026-12-24"), LocalDate.parse("2026-12-26")),
                new Blackout(LocalDate.parse("2026-12-31"), LocalDate.parse("2027-01-01"))));

    assertThat(quiet.closes(Instant.parse("2026-12-23T22:00:00Z")))
        .as("what is open ends when the date begins")
        .contains(Instant.parse("2026-12-23T23:00:00Z"));
    assertThat(quiet.opens(Instant.parse("2026-12-23T23:00:00Z")))
        .as("the window of the last date reaches into the day after")
        .contains(Instant.parse("2026-12-26T23:00:00Z"));
  }

  @Test
  void neverOpensWhereNoDayIsLeft() {
    Schedule never =
        new Schedule(
            new Start.Now(),
            BERLIN,
            List.of(),
            List.of(new Blackout(LocalDate.parse("2026-01-01"), LocalDate.parse("2099-12-31"))));

    assertThat(never.start(Instant.parse("2026-11-20T12:00:00Z"))).isEmpty();
    assertThat(in(BERLIN, window(Set.of(), "01:00", "02:00")).opens(Instant.EPOCH)).isEmpty();
  }

  @Test
  void neverClosesWhereWindowsFollowOnEachOther() {
    Schedule always =
        in(BERLIN, window(EVERY_DAY, "00:00", "12:00"), window(EVERY_DAY, "12:00", "00:00"));

    Instant moment = Instant.parse("2026-03-28T12:00:00Z");
    assertThat(always.isOpen(moment)).isTrue();
    assertThat(always.closes(moment)).isEmpty();
    assertThat(in(BERLIN).closes(moment)).isEmpty();
  }

  @Test
  void beginsAtItsMomentOrWhenThatIsOpen() {
    Instant now = Instant.parse("2026-11-20T12:00:00Z");
    Instant later = Instant.parse("2026-11-20T18:00:00Z");
    Schedule at =
        new Schedule(
            new Start.At(later),
            ZoneOffset.UTC,
            List.of(window(EVERY_DAY, "20:00", "21:00")),
            List.of());

    assertThat(at.start(now)).contains(Instant.parse("2026-11-20T20:00:00Z"));
    assertThat(Schedule.now(BERLIN).start(now)).contains(now);
  }

  @Test
  void aRepeatedRolloutBeginsAtTheFirstOpenMomentFromEachOfItsTimesOn() {
    Schedule weekly =
        new Schedule(
            new Start.Repeated(Cron.parse("0 2 * * mon")),
            BERLIN,
            List.of(),
            List.of(new Blackout(LocalDate.parse("2026-11-23"), LocalDate.parse("2026-11-23"))));

    Optional<Instant> first = weekly.start(Instant.parse("2026-11-20T12:00:00Z"));
    assertThat(first).contains(Instant.parse("2026-11-23T23:00:00Z"));
    assertThat(weekly.start(first.orElseThrow())).contains(Instant.parse("2026-11-30T01:00:00Z"));
  }
}
