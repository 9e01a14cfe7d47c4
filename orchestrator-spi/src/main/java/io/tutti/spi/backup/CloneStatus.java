package io.tutti.spi.backup;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;

/**
 * What a server reports of the last copy that it made of another one over itself.
 *
 * @param began by its own clock, as it spells it; distinguishes one copy from another; empty for
 *     none
 * @param donor as it spells it
 * @param place where the donor's binlog ended for the copy
 * @param error what it failed of
 * @param dropped whether what the server had before it is gone
 * @param progress of the one that is under way, for people
 */
public record CloneStatus(
    State state,
    String began,
    String donor,
    Observed<BinlogPosition> place,
    Observed<String> error,
    boolean dropped,
    String progress) {

  /** How far it is. */
  public enum State {
    /** There was none. */
    NONE,
    RUNNING,
    COMPLETED,
    FAILED
  }
}
