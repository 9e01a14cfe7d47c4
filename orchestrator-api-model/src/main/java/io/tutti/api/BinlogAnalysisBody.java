package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Which binlogs are to be analyzed.
 *
 * @param instance a server that the controller watches
 * @param last transactions of so much time until now; an hour where it is left out
 * @param from a place such as binlog.000042:4711 to begin at, whatever the time
 * @param to the place to end at; where the binlogs end now where it is left out
 * @param limitBytes no more than that is read
 * @param bytesPerSecond no more than that is read in a second
 * @param maxRunning reading pauses while more threads than that run in the server
 * @param verify whether checksums are compared
 * @param rows whether rows are looked into, too
 */
public record BinlogAnalysisBody(
    String instance,
    Optional<Duration> last,
    Optional<String> from,
    Optional<String> to,
    Optional<Long> limitBytes,
    Optional<Long> bytesPerSecond,
    Optional<Integer> maxRunning,
    Optional<Boolean> verify,
    Optional<Boolean> rows)
    implements Body {}
