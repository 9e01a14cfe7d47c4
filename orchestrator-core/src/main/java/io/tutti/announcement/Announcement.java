package io.tutti.announcement;

import io.tutti.world.Found;
import io.tutti.world.Silenced;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One message about findings.
 *
 * @param id of the message
 * @param at when it was put together
 * @param isComplete whether {@code found} is all that counts, so that what is not in it counts no
 *     more; else it is only what is new
 * @param part which part of a list that is too long for one message, from 1 on
 * @param parts how many parts that list has
 * @param found what counts
 * @param cleared what counts no more
 */
public record Announcement(
    String id,
    Instant at,
    boolean isComplete,
    int part,
    int parts,
    List<Found> found,
    List<Cleared> cleared) {

  /**
   * What counts no more, as it was last.
   *
   * @param silenced why, where it is still found
   */
  public record Cleared(Found found, Optional<Silenced> silenced) {}

  public Announcement {
    found = List.copyOf(found);
    cleared = List.copyOf(cleared);
  }
}
