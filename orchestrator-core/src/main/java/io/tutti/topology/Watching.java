package io.tutti.topology;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How this controller watches: what it cannot have heard itself proves nothing of others.
 *
 * @param awakeSince since when it has run without a pause
 * @param late how late it was lately at what it does each moment, as on a machine that is out of
 *     breath; the oldest first
 * @param frozenAfter for how long a server whose host takes connections says nothing until it is
 *     taken for frozen
 */
public record Watching(Instant awakeSince, List<Late> late, Duration frozenAfter) {
  /** Nothing that is needed to greet waits so long on a server that works. */
  public static final Duration FROZEN_AFTER = Duration.ofSeconds(4);

  /** It has always run, and was never late. */
  public static final Watching ALWAYS = since(Instant.EPOCH);

  /**
   * One time at which it was late.
   *
   * @param until when it was done
   */
  public record Late(Instant until, Duration by) {}

  public Watching {
    late = List.copyOf(late);
  }

  /** It was never late since then. */
  public static Watching since(Instant awakeSince) {
    return new Watching(awakeSince, List.of(), FROZEN_AFTER);
  }

  /** How much of the time between two moments counts: without what it was late in between. */
  public Duration counted(Instant from, Instant to) {
    Duration counted = Duration.between(from, to);
    for (Late each : late) {
      if (each.until().isAfter(from) && !each.until().isAfter(to)) {
        Duration within = Duration.between(from, each.until());
        counted = counted.minus(within.compareTo(each.by()) < 0 ? within : each.by());
      }
    }
    return counted;
  }
}
