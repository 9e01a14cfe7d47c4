package io.tutti.rest.rolloutfile;

import io.tutti.rollout.Cron;
import io.tutti.rollout.Schedule;
import io.tutti.rollout.Schedule.Blackout;
import io.tutti.rollout.Schedule.Start;
import io.tutti.rollout.Wall;
import io.tutti.rollout.Window;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The schedule of a rollout file: {@code now}, or a map. */
final class SchedulePart {
  static final List<String> KEYS = List.of("at", "cron", "zone", "windows", "blackouts");
  static final List<String> WINDOW_KEYS = List.of("days", "from", "until");

  private static final String TIME = "Write a time of day such as 02:00.";

  private SchedulePart() {}

  static Schedule read(Fields file) {
    if (file.isText("schedule")) {
      if (!file.text("schedule").equals(Optional.of("now"))) {
        file.wrong(
            "schedule",
            "A schedule is the word now, or a map.",
            "Such as { at: 2026-12-01T02:00:00Z } or { cron: \"0 2 * * sat\", zone: Europe/Berlin"
                + " }.");
      }
      return Schedule.now(ZoneOffset.UTC);
    }
    return file.map("schedule")
        .map(SchedulePart::ofMap)
        .orElseGet(() -> Schedule.now(ZoneOffset.UTC));
  }

  private static Schedule ofMap(Fields schedule) {
    schedule.knowing(KEYS);
    ZoneId zone =
        schedule
            .value("zone", ZoneId::of, "A zone is such as Europe/Berlin, or UTC.")
            .orElse(ZoneOffset.UTC);
    if (schedule.has("at") && schedule.has("cron")) {
      schedule.wrong("cron", "A schedule has at or cron, not both.", "Keep one of them.");
    }
    return new Schedule(start(schedule, zone), zone, windows(schedule), blackouts(schedule));
  }

  private static Start start(Fields schedule, ZoneId zone) {
    Optional<Instant> at =
        schedule.value(
            "at",
            text -> moment(text, zone),
            "Write 2026-12-01T02:00:00Z, or 2026-12-01T02:00 in the zone of the schedule.");
    Optional<Cron> cron = schedule.value("cron", Cron::parse, "");
    if (cron.isPresent()) {
      return new Start.Repeated(cron.get());
    }
    return at.<Start>map(Start.At::new).orElseGet(Start.Now::new);
  }

  private static Instant moment(String text, ZoneId zone) {
    return text.matches(".*(Z|z|[+-]\\d\\d:?\\d\\d)")
        ? OffsetDateTime.parse(text).toInstant()
        : Wall.instant(LocalDateTime.parse(text), zone);
  }

  private static List<Window> windows(Fields schedule) {
    List<Window> windows = new ArrayList<>();
    for (Fields window : schedule.maps("windows")) {
      window.knowing(WINDOW_KEYS);
      Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
      window.values("days", Words::days, "A day is such as mon, or mon-fri.").forEach(days::addAll);
      Optional<LocalTime> from = window.value("from", LocalTime::parse, TIME);
      Optional<LocalTime> until = window.value("until", LocalTime::parse, TIME);
      if (!window.has("from") || !window.has("until")) {
        window.wrong("", "A window has from and until.", TIME);
      } else if (from.isPresent() && from.equals(until)) {
        window.wrong("until", "This window never opens: it ends when it begins.", "");
      } else if (from.isPresent() && until.isPresent()) {
        windows.add(
            new Window(
                window.has("days") ? days : EnumSet.allOf(DayOfWeek.class),
                from.get(),
                until.get()));
      }
    }
    return windows;
  }

  private static List<Blackout> blackouts(Fields schedule) {
    return schedule.values(
        "blackouts",
        text -> {
          String[] ends = text.split("/", 2);
          return new Blackout(LocalDate.parse(ends[0]), LocalDate.parse(ends[ends.length - 1]));
        },
        "Write a date such as 2026-12-24, or two with / between.");
  }
}
