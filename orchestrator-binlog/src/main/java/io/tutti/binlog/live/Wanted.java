package io.tutti.binlog.live;

import java.time.Duration;
import java.util.Optional;

/**
 * Which part of a server's binlogs is read, and how carefully.
 *
 * @param last so much time until now; not read where a place is given
 * @param from the place to begin at
 * @param to the place to end at; the end that the binlogs have now where it is empty
 * @param bytesMax how many bytes are read at most, to the end of a transaction
 * @param bytesPerSecond how many are read in a second at most; 0 for as many as come
 * @param runningMax how many of the server's threads may run at once; above, reading pauses. Empty
 *     for 32 more than run at the beginning
 * @param atMost how long it may take
 */
public record Wanted(
    Duration last,
    Optional<Place> from,
    Optional<Place> to,
    long bytesMax,
    long bytesPerSecond,
    Optional<Integer> runningMax,
    Duration atMost) {
  /** How many threads more than at the beginning may run. */
  public static final int MORE_RUNNING = 32;
}
