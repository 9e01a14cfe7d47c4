package io.tutti.timing;

import io.tutti.rollout.Cron;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** When something is due. */
public sealed interface When {

  /** The first time after a moment; empty when there is none any more. */
  default Optional<Instant> after(Instant moment) {
    return switch (this) {
      case Once(Instant at) -> Optional.of(at).filter(moment::isBefore);
      case Repeated(Cron cron, ZoneId zone) -> cron.after(moment, zone);
    };
  }

  /** Once. */
  record Once(Instant at) implements When {
    @Override
    public String toString() {
      return "at " + at;
    }
  }

  /**
   * Again and again.
   *
   * @param zone whose clock counts
   */
  record Repeated(Cron cron, ZoneId zone) implements When {
    @Override
    public String toString() {
      return "%s (%s)".formatted(cron, zone);
    }
  }
}
