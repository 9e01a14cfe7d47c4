package io.tutti.topology;

import java.time.Instant;
import java.util.Optional;

/**
 * Who gave a server a tag, why, and until when.
 *
 * @param owner who set it; empty where that was not kept yet
 * @param until empty for until somebody removes it
 */
public record TagNote(Optional<String> owner, Optional<String> reason, Optional<Instant> until) {
  /** Of tags that were set before any of it was kept. */
  public static final TagNote NONE =
      new TagNote(Optional.empty(), Optional.empty(), Optional.empty());

  public boolean isOver(Instant now) {
    return until.filter(end -> !now.isBefore(end)).isPresent();
  }
}
