package io.tutti.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a replica is to take the place of a source that lives.
 *
 * @param to which one; without it the best
 * @param grace how long what clients have begun may keep the source from being shut, before their
 *     sessions are ended
 * @param catchUpMax how long the replica may take to apply what it lacks, while clients still write
 * @param carry what goes over to it: {@code settings}, {@code events}
 * @param leave what a person takes upon themselves: {@code events}, {@code acks}
 * @param accountUnproved take it on that the account of replicas is not shown to be let in at the
 *     new source
 * @param dryRun only say what would be done
 */
public record SwitchoverBody(
    Optional<String> to,
    Optional<Duration> grace,
    Optional<Duration> catchUpMax,
    Optional<List<String>> carry,
    Optional<List<String>> leave,
    Optional<Boolean> accountUnproved,
    Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final SwitchoverBody NONE =
      new SwitchoverBody(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
}
