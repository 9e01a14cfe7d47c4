package io.tutti.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The status counters of one server at one moment.
 *
 * @param uptime how long the server process ran then
 */
public record CounterSample(Instant at, Duration uptime, StatusCounters counters) {

  /** What the reading reported; empty when it did not show counters and uptime. */
  public static Optional<CounterSample> of(InstanceState state) {
    return state
        .counters()
        .flatMap(counters ->
            state.uptime().map(uptime -> new CounterSample(state.observedAt(), uptime, counters)))
        .asOptional();
  }
}
