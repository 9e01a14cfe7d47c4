package io.tutti.binlog.simulate;

/**
 * What a transaction asks of an applier.
 *
 * @param log the number of its log; with each one the numbers of transactions start again
 * @param sequence its number in its log; 0 where none is written
 * @param lastCommitted the number of the newest one on which it depends, by its log
 * @param session that ran it on its source
 * @param schemas numbers of those that it changes, in its order; none where that is not known
 * @param rows that it changes
 * @param statements changes that are written as statements
 * @param ranSeconds how long its slowest statement ran on its source, if it is written as one
 * @param bytes of it in the log
 * @param isDdl whether it defines something
 * @param keys what rows it changes
 * @param group what MariaDB says of it
 */
record Work(
    int log,
    long sequence,
    long lastCommitted,
    long session,
    int[] schemas,
    long rows,
    long statements,
    long ranSeconds,
    long bytes,
    boolean isDdl,
    Keys keys,
    Group group) {

  /**
   * Rows.
   *
   * @param numbers one for each value of a key, without repetitions
   * @param isComplete whether all rows are in it
   * @param isKeyless whether some row is of a table without a key
   * @param isUnknown whether some row is of a table of which no key is known
   * @param isReferenced whether some row is of a table that others name in foreign keys
   */
  record Keys(
      long[] numbers,
      boolean isComplete,
      boolean isKeyless,
      boolean isUnknown,
      boolean isReferenced) {
    static final Keys NONE = new Keys(new long[0], true, false, false, false);
  }

  /**
   * MariaDB's marks.
   *
   * @param domain counted from 0 in the order in which they are met
   * @param commitId the same for those that were committed together; 0 for one that was alone
   */
  record Group(
      int domain,
      long commitId,
      boolean isDdl,
      boolean isTransactional,
      boolean isParallelAllowed,
      boolean hasWaited) {
    static final Group NONE = new Group(0, 0, false, true, true, false);
  }
}
