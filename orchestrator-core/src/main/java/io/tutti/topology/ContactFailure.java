package io.tutti.topology;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import java.time.Instant;
import java.util.Objects;

/**
 * Why an instance could not be read.
 *
 * @param observed what was attempted and seen, whole sentences
 * @param begun since when it has answered nothing: when the first attempt began of those in a row
 * @param since when the first of the failures in a row happened
 * @param last when the newest happened
 * @param attempts how many in a row, since it answered anything
 * @param isHeld whether an idle connection to it was open at the newest
 * @param alikeSince since when each of them had the code of the newest
 */
public record ContactFailure(
    ErrorCode code,
    String observed,
    Remedies remedies,
    Instant begun,
    Instant since,
    Instant last,
    int attempts,
    boolean isHeld,
    Instant alikeSince) {

  public ContactFailure {
    // Those that an older controller kept have none.
    begun = Objects.requireNonNullElse(begun, since);
    alikeSince = Objects.requireNonNullElse(alikeSince, last);
  }

  /** One whose first attempt failed as soon as it began. */
  public ContactFailure(
      ErrorCode code,
      String observed,
      Remedies remedies,
      Instant since,
      Instant last,
      int attempts) {
    this(code, observed, remedies, since, since, last, attempts, false, last);
  }

  /**
   * An attempt to read it.
   *
   * @param isHeld whether an idle connection to it was open when the attempt failed
   */
  public record Attempt(Instant begun, Instant failedAt, boolean isHeld) {}

  static ContactFailure first(OrchestratorException failure, Attempt attempt) {
    return new ContactFailure(
        failure.code(),
        failure.observed(),
        failure.remedies(),
        attempt.begun(),
        attempt.failedAt(),
        attempt.failedAt(),
        1,
        attempt.isHeld(),
        attempt.failedAt());
  }

  /** The same series of failures, one more. */
  ContactFailure followedBy(OrchestratorException failure, Attempt attempt) {
    return new ContactFailure(
        failure.code(),
        failure.observed(),
        failure.remedies(),
        begun,
        since,
        attempt.failedAt(),
        attempts + 1,
        attempt.isHeld(),
        failure.code() == code ? alikeSince : attempt.failedAt());
  }

  /** The same, of one that said something then: its silence begins again. */
  ContactFailure answeredAt(Instant at) {
    return new ContactFailure(code, observed, remedies, at, since, at, 0, isHeld, at);
  }
}
