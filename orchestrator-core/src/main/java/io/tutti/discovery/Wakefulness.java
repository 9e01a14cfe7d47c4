package io.tutti.discovery;

import io.tutti.topology.Watching;
import io.tutti.topology.Watching.Late;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Since when the controller has run without a pause. It was stopped, or collected its heap, or its
 * machine slept, where nobody said for longer than {@link #PAUSE_MAX} that time passes; its clock
 * was set where time went back. What was counted before then is counted again. Shorter ones, as on
 * a machine that is out of breath, are remembered for a while: that time does not count.
 */
final class Wakefulness {
  /** Ten times as long as from one time it is said to the next ({@link Pulse}). */
  static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  /** Who is on time says it each {@link Pulse#INTERVAL}; less than this is nothing. */
  static final Duration LATE_MIN = Duration.ofMillis(300);

  /** Whoever does not answer for longer is judged by other bounds. */
  static final Duration REMEMBERED = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(Wakefulness.class);

  private final InstantSource clock;
  private final Duration frozenAfter;
  private final Deque<Late> late = new ArrayDeque<>();
  private Instant since;
  private Instant last;

  Wakefulness(InstantSource clock, Duration frozenAfter) {
    this.clock = clock;
    this.frozenAfter = frozenAfter;
    this.since = clock.instant();
    this.last = since;
  }

  /** Time passes. Said before anything that took time is judged. */
  synchronized void pass() {
    Instant now = clock.instant();
    Duration pause = Duration.between(last, now);
    if (pause.abs().compareTo(PAUSE_MAX) > 0) {
      since = now;
      LOG.warn(
          "This controller did not run, or its clock was set, from {} to {}: the time since servers"
              + " last answered is counted from now on",
          last,
          now);
    } else if (pause.compareTo(LATE_MIN) > 0) {
      late.addLast(new Late(now, pause.minus(Pulse.INTERVAL)));
    }
    while (!late.isEmpty() && late.getFirst().until().isBefore(now.minus(REMEMBERED))) {
      late.removeFirst();
    }
    last = now;
  }

  synchronized Watching watching() {
    return new Watching(since, List.copyOf(late), frozenAfter);
  }
}
