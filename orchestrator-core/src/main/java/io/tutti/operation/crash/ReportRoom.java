package io.tutti.operation.crash;

import io.tutti.binlog.WrittenTransaction;

/**
 * How much of what servers' binlogs hold one report keeps: a server may have written anything into
 * them. For one thread.
 */
final class ReportRoom {
  /** About 40 MB, of the 256 that a controller has by default. */
  static final long CHARACTERS_MAX = 20_000_000;

  /** What a transaction takes beside its characters, about. */
  private static final int OVERHEAD = 500;

  private long left = CHARACTERS_MAX;

  /** Whether it is to be kept; once one is not, none is. */
  boolean keeps(WrittenTransaction transaction) {
    left = left < 0 ? left : left - OVERHEAD - transaction.characters();
    return left >= 0;
  }
}
