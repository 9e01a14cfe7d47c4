package io.tutti.rollout;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/**
 * When a rollout may work: from its start on, in its windows, never on a blackout date.
 *
 * @param zone in which cron, windows and dates are meant
 * @param windows none means all the time
 */
public record Schedule(Start start, ZoneId zone, List<Window> windows, List<Blackout> blackouts) {

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
}
