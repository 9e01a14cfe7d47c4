package io.tutti.spi;

import java.time.Duration;

/**
 * What an applier waited for.
 *
 * @param reason for people, as in {@code for preceding transactions to commit}
 * @param count how often it waited for that, or one of its workers did
 * @param time how long in all; of several workers at once, the time of each
 */
public record ApplierWait(String reason, long count, Duration time) {

  /** What was added since it showed that. */
  public ApplierWait since(ApplierWait earlier) {
    return new ApplierWait(reason, count - earlier.count, time.minus(earlier.time));
  }
}
