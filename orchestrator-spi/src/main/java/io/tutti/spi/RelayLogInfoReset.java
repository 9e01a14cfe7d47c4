package io.tutti.spi;

import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;

/**
 * How a server is talked to that was killed with a gap, recovers its relay log at its start, and
 * lets its applier neither start nor be changed since (error 1872 of MySQL 5.6). Its process holds
 * in memory which transactions it has left out; only its tables make it refuse. So they are put
 * aside, the refusal is reset, and they are restored without the workers: it then fetches again
 * from its low-water mark, and applies what it has left out, and nothing else.
 */
public final class RelayLogInfoReset {
  private RelayLogInfoReset() {}

  /** What is done to it, in this order. */
  public enum Act {
    /** Copies the tables in which the server keeps where it is. */
    KEEP,
    /** Resets the refusal, and with it those tables. */
    RESET,
    /** Puts the tables back, but for the workers. */
    PUT_BACK,
    /** Drops the copies. */
    DISCARD
  }

  /**
   * Where it is, by its own tables.
   *
   * @param keptInThisProcess whether the copies are there, and the server runs since; absent where
   *     there are no copies
   * @param lowWater all before this was applied; absent after a reset
   * @param workers how many it had; after they were restored it has none
   */
  public record Progress(
      Observed<Boolean> keptInThisProcess, Observed<BinlogPosition> lowWater, long workers) {}
}
