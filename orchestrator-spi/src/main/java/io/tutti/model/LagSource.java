package io.tutti.model;

/** Where a lag figure comes from, best first, with what it misses. */
public enum LagSource {
  /**
   * The original commit timestamp of the transaction now being applied, or the last one applied.
   */
  COMMIT_TIMESTAMPS(
      "commit timestamps",
      "what the receiver has not fetched yet, the lag of an intermediate source above; and the clocks of source and replica must agree"),
  /**
   * The newest row of a heartbeat table that somebody writes on the source, the oldest one over all
   * schemas.
   */
  HEARTBEAT(
      "heartbeat table",
      "anything finer than the interval at which the heartbeat is written; and it grows when the writer stops"),
  /** {@code Seconds_Behind_Master}: the age of the event that the applier works on. */
  SECONDS_BEHIND(
      "Seconds_Behind_Master",
      "what the receiver has not fetched yet, all of the lag above an intermediate source, fractions of a second, and"
          + " transactions that run ahead of the low-water mark");

  private final String display;
  private final String misses;

  LagSource(String display, String misses) {
    this.display = display;
    this.misses = misses;
  }

  public String display() {
    return display;
  }

  public String misses() {
    return misses;
  }
}
