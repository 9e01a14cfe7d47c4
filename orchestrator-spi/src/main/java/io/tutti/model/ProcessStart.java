package io.tutti.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * When a server process began, by its own clock, which also shows its age: so it is the same for as
 * long as the process runs, however clocks are set. Both are reported in whole seconds and one
 * after the other, so that a reading shows two bounds; most often they are equal.
 *
 * @param seen what the latest reading showed of it beside that: two processes may begin in one
 *     second; empty where nothing was kept of that
 */
public record ProcessStart(Instant earliest, Instant latest, Optional<ProcessObservation> seen) {

  public ProcessStart {
    seen = Objects.requireNonNullElse(seen, Optional.empty());
    if (latest.isBefore(earliest)) {
      throw new IllegalArgumentException("%s is after %s".formatted(earliest, latest));
    }
  }

  public ProcessStart(Instant earliest, Instant latest) {
    this(earliest, latest, Optional.empty());
  }

  /**
   * @param clock the server's, before it reported its age
   * @param uptime its age, in whole seconds
   * @param took how long it took at most until it reported that
   */
  public static ProcessStart of(Instant clock, Duration uptime, Duration took) {
    return new ProcessStart(
        Instant.ofEpochSecond(clock.getEpochSecond()).minus(uptime),
        Instant.ofEpochSecond(clock.plus(took).getEpochSecond()).minus(uptime));
  }

  public ProcessStart seenAs(Optional<ProcessObservation> observation) {
    return new ProcessStart(earliest, latest, observation);
  }

  /** Whether the bounds of both leave room for one process; two may begin in one second. */
  public boolean isPossiblySame(ProcessStart other) {
    return !latest.isBefore(other.earliest) && !other.latest.isBefore(earliest);
  }

  /**
   * What both report of one process.
   *
   * @param later reported after this
   */
  public ProcessStart narrowedBy(ProcessStart later) {
    if (!isPossiblySame(later)) {
      // Its clock was set while it was read.
      return later;
    }
    return new ProcessStart(
        earliest.isAfter(later.earliest) ? earliest : later.earliest,
        latest.isBefore(later.latest) ? latest : later.latest,
        later.seen.isPresent() ? later.seen : seen);
  }

  @Override
  public String toString() {
    return latest.toString();
  }
}
