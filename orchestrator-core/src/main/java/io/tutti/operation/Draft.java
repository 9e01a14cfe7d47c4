package io.tutti.operation;

import io.tutti.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A plan, and what it was made of: while that is the same, it need not be made again a moment
 * later.
 *
 * @param basis empty where the plan is always made again
 * @param begun when its planning began
 * @param writes to the journal by then, of whatever operation
 */
record Draft(Plan plan, Optional<Record> basis, Instant begun, long writes) {
  /**
   * What servers show when they are asked changes without a word. Most plans are made in a fraction
   * of it; of one that took longer, or waited for its turn, they are asked again.
   */
  static final Duration FRESH_MAX = Duration.ofSeconds(1);

  /** Whether it is said what it was made of, and not long ago. */
  boolean isFresh(Instant now) {
    return basis.isPresent() && Duration.between(begun, now).compareTo(FRESH_MAX) < 0;
  }
}
