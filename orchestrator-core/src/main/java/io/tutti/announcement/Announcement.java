package io.tutti.announcement;

import io.tutti.world.Found;
import java.time.Instant;
import java.util.List;

/**
 * One message about findings.
 *
 * @param id of the message
 * @param at when it was put together
 * @param isComplete whether {@code found} is all that is found, so that what is not in it is found
 *     no more; else it is only what is new
 * @param part which part of a list that is too long for one message, from 1 on
 * @param parts how many parts that list has
 * @param found what is found
 * @param cleared what is found no more
 */
public record Announcement(
    String id,
    Instant at,
    boolean isComplete,
    int part,
    int parts,
    List<Found> found,
    List<Found> cleared) {
  public Announcement {
    found = List.copyOf(found);
    cleared = List.copyOf(cleared);
  }
}
