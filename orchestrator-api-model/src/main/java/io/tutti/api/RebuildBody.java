package io.tutti.api;

import java.util.Optional;

/**
 * How to rebuild a server.
 *
 * @param act {@code REBUILD} unless it says otherwise
 * @param from the server to copy; one is picked without
 * @param why kept with the mark
 * @param at with {@code ATTACH}: the place that a dump of a source shows
 * @param dryRun only say what would be done
 */
public record RebuildBody(
    Optional<Act> act,
    Optional<String> from,
    Optional<String> why,
    Optional<String> at,
    Optional<Boolean> dryRun)
    implements Body {
  /** Nothing of it is said. */
  public static final RebuildBody NONE =
      new RebuildBody(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** What is done. */
  public enum Act {
    /** All that can be done from here. */
    REBUILD,
    /** Only a backup session on the donor, though the server could copy it by itself. */
    BY_HAND,
    /** Let it replicate, after somebody has put a copy in place. */
    ATTACH,
    /** Only say that it is to be done. */
    MARK,
    /** Take that back. */
    UNMARK
  }
}
