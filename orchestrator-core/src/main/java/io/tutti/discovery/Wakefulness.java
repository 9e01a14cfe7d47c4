package io.tutti.discovery;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Since when the controller has run without a pause. It was stopped, or collected its heap, or its
 * machine slept, where nobody said for longer than {@link #PAUSE_MAX} that time passes; its clock
 * was set where time went back. What was counted before then is counted again.
 */
final class Wakefulness {
  /** Ten times as long as from one time it is said to the next ({@link Pulse}). */
  static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Wakefulness.class);

  private final InstantSource clock;
  private Instant since;
  private Instant last;

  Wakefulness(InstantSource clock) {
    this.clock = clock;
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
    }
    last = now;
  }

  /** The end of the latest pause, or when it was made. */
  synchronized Instant since() {
    return since;
  }
}
