package io.tutti.model;

/**
 * What a server counts of its replication since its process began, by whomever it was asked.
 *
 * @param starts how often it was asked to start threads
 * @param stops how often it was asked to stop threads
 * @param retries how often a transaction was applied once more, after it was rolled back
 */
public record ThreadCounts(Observed<Long> starts, Observed<Long> stops, Observed<Long> retries) {
  /** Of which is not known anything. */
  public static final ThreadCounts UNKNOWN =
      new ThreadCounts(
          Observed.unknown("it was not read"),
          Observed.unknown("it was not read"),
          Observed.unknown("it was not read"));
}
