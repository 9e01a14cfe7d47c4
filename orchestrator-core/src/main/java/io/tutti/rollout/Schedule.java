package io.tutti.rollout;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When a rollout may work: from its start on, in its windows, never on a blackout date.
 *
 * @param zone in which cron, windows and dates are meant
 * @param windows none means all the time
 */
public record Schedule(Start start, ZoneId zone, List<Window> windows, List<Blackout> blackouts) {
  /** What opens only later than that is taken for a mistake. */
  private static final Duration HORIZON = Duration.ofDays(5 * 366L);

  private static final Duration WEEK = Duration.ofDays(8);

  /** When a rollout begins. */
  public sealed interface Start {
    /** As soon as it is approved. */
    record Now() implements Start {}

    /** Not before. */
    record At(Instant moment) implements Start {}

    /** At each moment that matches, once the run before has ended. */
    record Repeated(Cron cron) implements Start {}
  }

  /**
   * Dates on which nothing begins.
   *
   * @param last included
   */
  public record Blackout(LocalDate first, LocalDate last) {
    public Blackout {
      if (last.isBefore(first)) {
        throw new IllegalArgumentException(last + " is before " + first);
      }
    }

    boolean contains(LocalDate date) {
      return !date.isBefore(first) && !date.isAfter(last);
    }
  }

  public Schedule {
    windows = List.copyOf(windows);
    blackouts = List.copyOf(blackouts);
  }

  /** At once, and all the time. */
  public static Schedule now(ZoneId zone) {
    return new Schedule(new Start.Now(), zone, List.of(), List.of());
  }

  /**
   * When the first run may begin, or the one after another: its start, or the first moment after it
   * that is open. Empty when there is none any more.
   *
   * @param after now, or when the run before began
   */
  public Optional<Instant> start(Instant after) {
    return switch (start) {
      case Start.Now now -> opens(after);
      case Start.At(Instant moment) -> opens(moment.isAfter(after) ? moment : after);
      case Start.Repeated(Cron cron) -> cron.after(after, zone).flatMap(this::opens);
    };
  }

  public boolean isOpen(Instant moment) {
    return opens(moment).filter(moment::equals).isPresent();
  }

  /** The first moment that is open, that one or a later one; empty when none ever is. */
  public Optional<Instant> opens(Instant from) {
    Instant last = from.plus(HORIZON);
    Instant moment = from;
    while (moment.isBefore(last)) {
      LocalDate date = moment.atZone(zone).toLocalDate();
      Optional<Blackout> blackout =
          blackouts.stream().filter(each -> each.contains(date)).findFirst();
      if (blackout.isPresent()) {
        moment = startOf(blackout.get().last().plusDays(1));
      } else if (windows.isEmpty() || !around(moment).isEmpty()) {
        return Optional.of(moment);
      } else {
        Optional<Instant> next = nextWindow(moment);
        if (next.isEmpty()) {
          return Optional.empty();
        }
        moment = next.get();
      }
    }
    return Optional.empty();
  }

  /**
   * When what is open at a moment ends; empty when it does not.
   *
   * @param moment that is open
   */
  public Optional<Instant> closes(Instant moment) {
    Optional<Instant> blackout =
        blackouts.stream()
            .map(each -> startOf(each.first()))
            .filter(moment::isBefore)
            .min(Instant::compareTo);
    Optional<Instant> window = windows.isEmpty() ? Optional.empty() : endOfWindows(moment);
    return Stream.of(blackout, window).flatMap(Optional::stream).min(Instant::compareTo);
  }

  /** Windows may follow on each other, even for ever. */
  private Optional<Instant> endOfWindows(Instant moment) {
    Instant end = moment;
    while (end.isBefore(moment.plus(WEEK))) {
      Optional<Instant> later = around(end).stream().map(Open::until).max(Instant::compareTo);
      if (later.isEmpty()) {
        return Optional.of(end);
      }
      end = later.get();
    }
    return Optional.empty();
  }

  /** One opening of a window. */
  private record Open(Instant from, Instant until) {
    boolean contains(Instant moment) {
      return !moment.isBefore(from) && moment.isBefore(until);
    }
  }

  private List<Open> around(Instant moment) {
    LocalDate date = moment.atZone(zone).toLocalDate();
    return Stream.of(date.minusDays(1), date)
        .flatMap(this::openings)
        .filter(open -> open.contains(moment))
        .toList();
  }

  private Optional<Instant> nextWindow(Instant moment) {
    LocalDate date = moment.atZone(zone).toLocalDate();
    // Two weeks, as the clocks may leave one opening out.
    return Stream.iterate(date, each -> each.plusDays(1))
        .limit(15)
        .flatMap(this::openings)
        .map(Open::from)
        .filter(moment::isBefore)
        .min(Instant::compareTo);
  }

  private Stream<Open> openings(LocalDate date) {
    return windows.stream()
        .filter(window -> window.days().contains(date.getDayOfWeek()))
        .map(window ->
            new Open(
                Wall.instant(date.atTime(window.from()), zone),
                Wall.instant(
                    (window.until().isAfter(window.from()) ? date : date.plusDays(1))
                        .atTime(window.until()),
                    zone)))
        .filter(open -> open.from().isBefore(open.until()));
  }

  private Instant startOf(LocalDate date) {
    return date.atStartOfDay(zone).toInstant();
  }
}
