package io.tutti.spi.knob;

/** What a knob needs before the server takes a new value, or before the value is in force. */
public enum AppliesWhen {
  /** Taken at any time and in force at once. */
  LIVE("at once"),
  /** Taken at any time, in force from the next start of each applier on. */
  NEXT_APPLIER_START("taken at any time, in force from the next start of the applier"),
  /**
   * Taken only while no applier of the server runs, or, with {@link KnobScope#CHANNEL}, not that of
   * the channel. The receiver may run.
   */
  APPLIER_STOPPED("taken only while the applier is stopped"),
  /** Taken only while neither receiver nor applier runs. */
  REPLICATION_STOPPED("taken only while receiver and applier are stopped"),
  /** Never taken by a running server: an option of its start. */
  RESTART("only by a restart of the server");

  private final String words;

  AppliesWhen(String words) {
    this.words = words;
  }

  /** For people: completes the sentence "It is applied ...". */
  public String words() {
    return words;
  }

  /** Whether the appliers must be stopped and started for the new value to be in force. */
  public boolean isInterruptingApplier() {
    return this == NEXT_APPLIER_START || this == APPLIER_STOPPED || this == REPLICATION_STOPPED;
  }
}
