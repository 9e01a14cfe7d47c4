package io.tutti.plugins.sql;

import io.tutti.model.LastError.Cause;

/** What the numbers of replication errors say, which both families share. */
public final class ErrorCauses {
  private ErrorCauses() {}

  /** Of one that is not listed a transaction is the cause. */
  public static Cause of(int number) {
    return switch (number) {
      // A shutdown, a killed query, and a killed connection of either family.
      case 1053, 1317, 1927, 3169 -> Cause.KILL;
      // A lock wait, and a deadlock.
      case 1205, 1213 -> Cause.LOCK;
      case 1756 -> Cause.WORKER;
      case 3030 -> Cause.EARLIER;
      // From MySQL 8.0 on the ones of five digits are reported, which are numbers of the error log.
      case 1201, 1593, 1594, 1595, 13_117, 13_121, 13_122 -> Cause.RELAY_LOG;
      case 1872, 13_124 -> Cause.REFUSAL;
      default -> Cause.TRANSACTION;
    };
  }
}
