package io.tutti.model;

import java.util.Objects;

/**
 * What a server counts of its replication since its process began, by whomever it was asked.
 *
 * @param starts how often it was asked to start threads
 * @param stops how often it was asked to stop threads
 * @param retries how often a transaction was applied once more, after it was rolled back
 * @param rows how many rows were changed, by clients and by its applier
 */
public record ThreadCounts(
    Observed<Long> starts, Observed<Long> stops, Observed<Long> retries, Observed<Long> rows) {
  private static final Observed<Long> NOT_READ = Observed.unknown("it was not read");

  /** Of which is not known anything. */
  public static final ThreadCounts UNKNOWN =
      new ThreadCounts(NOT_READ, NOT_READ, NOT_READ, NOT_READ);

  public ThreadCounts {
    // Those that an older controller kept have none.
    rows = Objects.requireNonNullElse(rows, NOT_READ);
  }

  /** One of which nobody read the rows. */
  public ThreadCounts(Observed<Long> starts, Observed<Long> stops, Observed<Long> retries) {
    this(starts, stops, retries, NOT_READ);
  }
}
