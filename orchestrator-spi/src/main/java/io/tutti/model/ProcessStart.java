package io.tutti.model;

import java.time.Duration;
import java.time.Instant;

/**
 * When a server process began, by its own clock, which also tells its age: so it is the same for as
 * long as the process runs, however clocks are set. Both are told in whole seconds and one after
 * the other, so that a reading tells two bounds; most often they are equal.
 */
public record ProcessStart(Instant earliest, Instant latest) {

  public ProcessStart {
    if (latest.isBefore(earliest)) {
      throw new IllegalArgumentException("%s is after %s".formatted(earliest, latest));
    }
  }

  /**
   * @param clock the server's, before it told its age
   * @param uptime its age, in whole seconds
   * @param took how long it took at most until it told that
   */
  public static ProcessStart of(Instant clock, Duration uptime, Duration took) {
    return new ProcessStart(
        Instant.ofEpochSecond(clock.getEpochSecond()).minus(uptime),
        Instant.ofEpochSecond(clock.plus(took).getEpochSecond()).minus(uptime));
  }

  /** Whether both can be told of one process. */
  public boolean isPossiblySame(ProcessStart other) {
    return !latest.isBefore(other.earliest) && !other.latest.isBefore(earliest);
  }

  /** What both tell of one process. */
  public ProcessStart narrowedBy(ProcessStart other) {
    return new ProcessStart(
        earliest.isAfter(other.earliest) ? earliest : other.earliest,
        latest.isBefore(other.latest) ? latest : other.latest);
  }

  @Override
  public String toString() {
    return latest.toString();
  }
}
