package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * How a replica is to take the place of a dead source.
 *
 * @param to which one; without it the best
 * @param atLeast GTIDs that it must have
 * @param force whether that the source is dead, and that nothing is lost, is not to be proved; then
 *     {@code why} is needed
 * @param carry what goes over to it: {@code settings}, {@code events}
 * @param leave what a person takes upon themselves: {@code events}, {@code acks}
 * @param dryRun only say what would be done
 */
public record FailoverBody(
    Optional<String> to,
    Optional<String> atLeast,
    Optional<Boolean> force,
    Optional<String> why,
    Optional<List<String>> carry,
    Optional<List<String>> leave,
    Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final FailoverBody NONE =
      new FailoverBody(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
}
