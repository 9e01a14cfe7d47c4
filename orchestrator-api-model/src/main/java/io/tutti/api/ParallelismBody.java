package io.tutti.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which parallel settings to change.
 *
 * @param settings values by knob; for an undo the values do not matter, and none means all
 * @param dryRun only say what would be done
 * @param persist let the values outlive a restart of the server, and hold them from now on
 * @param channel which channel's, for knobs of channels; without it all
 * @param alsoOn further instances of the same cluster
 * @param atOnceMax how many instances are changed before they are watched together
 * @param settle how long they are watched
 */
public record ParallelismBody(
    Optional<Map<String, String>> settings,
    Optional<Boolean> dryRun,
    Optional<Boolean> persist,
    Optional<String> channel,
    Optional<List<String>> alsoOn,
    Optional<Integer> atOnceMax,
    Optional<Duration> settle)
    implements Body {
  /** Nothing of it is said. */
  public static final ParallelismBody NONE =
      new ParallelismBody(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
}
