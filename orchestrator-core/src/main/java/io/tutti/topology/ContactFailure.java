package io.tutti.topology;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import java.time.Instant;

/**
 * Why an instance could not be read.
 *
 * @param observed what was attempted and seen, whole sentences
 * @param since when the first of the failures in a row happened
 * @param last when the newest happened
 * @param attempts how many in a row
 */
public record ContactFailure(
    ErrorCode code, String observed, Remedies remedies, Instant since, Instant last, int attempts) {

  public static ContactFailure first(OrchestratorException failure, Instant now) {
    return new ContactFailure(failure.code(), failure.observed(), failure.remedies(), now, now, 1);
  }

  /** The same series of failures, one more. */
  public ContactFailure followedBy(OrchestratorException failure, Instant now) {
    return new ContactFailure(
        failure.code(), failure.observed(), failure.remedies(), since, now, attempts + 1);
  }
}
