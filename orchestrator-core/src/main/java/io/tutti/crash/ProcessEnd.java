package io.tutti.crash;

/**
 * How a server's process ended before the one that runs now, as its binlogs tell.
 *
 * @param log the last that the process wrote
 */
public record ProcessEnd(How how, String log) {

  /** What stands at the end of that log. */
  public enum How {
    /** The event that a server writes when it is shut down. */
    STOPPED,
    /** Anything else: it was killed, it crashed, or its host did. */
    CUT_OFF
  }

  @Override
  public String toString() {
    return switch (how) {
      case STOPPED -> "shut down; %s ends with it".formatted(log);
      case CUT_OFF -> "cut off; %s ends without a shutdown".formatted(log);
    };
  }
}
