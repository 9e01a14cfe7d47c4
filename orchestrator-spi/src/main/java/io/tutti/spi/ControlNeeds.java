package io.tutti.spi;

import io.tutti.spi.knob.ServerKnob;
import java.util.List;

/**
 * What somebody is about to ask of a {@link ReplicationControl}.
 *
 * @param threads whether a thread is to be stopped or started
 * @param set the knobs that are to be set or persisted
 * @param forgotten the knobs of which the server is to keep nothing
 * @param skip how a transaction is to be skipped
 * @param binlogs whether they are to be wiped
 */
public record ControlNeeds(
    boolean threads, List<ServerKnob> set, List<ServerKnob> forgotten, Skip skip, boolean binlogs) {

  /** Which skipping is meant. */
  public enum Skip {
    NONE,
    /** {@link ReplicationControl#skipTransaction}. */
    BY_GTID,
    /** {@link ReplicationControl#skipNext}. */
    NEXT
  }

  public ControlNeeds(boolean threads, List<ServerKnob> set, List<ServerKnob> forgotten) {
    this(threads, set, forgotten, Skip.NONE, false);
  }

  /**
   * To stop and start threads, and to wipe binlogs.
   *
   * @param restores whether what it has executed is restored afterwards, too
   */
  public static ControlNeeds toSalvage(boolean restores) {
    return new ControlNeeds(true, List.of(), List.of(), restores ? Skip.BY_GTID : Skip.NONE, true);
  }

  /** To stop and start threads, to let channels replicate from elsewhere, and to end them. */
  public static ControlNeeds toPromote() {
    return new ControlNeeds(true, List.of(), List.of(), Skip.NONE, true);
  }

  /** To stop and start threads, and to skip. */
  public static ControlNeeds toSkip(Skip how) {
    return new ControlNeeds(true, List.of(), List.of(), how, false);
  }

  public ControlNeeds {
    set = List.copyOf(set);
    forgotten = List.copyOf(forgotten);
  }
}
