package io.tutti.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The thread that applies the relay log, alone or as the coordinator of workers.
 *
 * @param state of the coordinator
 * @param stateText the server's own words for what the coordinator does
 * @param executed the low-water mark in the source's binlog; what is behind it with gaps is in the
 *     workers
 * @param relayLog the same place in the relay log
 * @param relayLogBytes size of all relay logs of this channel
 * @param delay the configured delay ({@code MASTER_DELAY}), zero when none
 * @param workers each worker's state; empty when the coordinator applies by itself
 */
public record Applier(
    ThreadState state,
    Observed<String> stateText,
    Observed<BinlogPosition> executed,
    Observed<BinlogPosition> relayLog,
    Observed<Long> relayLogBytes,
    Optional<LastError> lastError,
    Observed<Duration> delay,
    Observed<List<Worker>> workers) {

  public Applier {
    workers = workers.map(List::copyOf);
  }

  /** Whether all before a place in the source's binlog is known to be applied. */
  public boolean hasExecuted(BinlogPosition place) {
    return executed.asOptional().filter(mark -> mark.relationTo(place).isAtOrAfter()).isPresent();
  }
}
