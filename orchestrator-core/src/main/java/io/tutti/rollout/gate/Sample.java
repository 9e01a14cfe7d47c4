package io.tutti.rollout.gate;

import io.tutti.model.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What one reading shows of a server, as far as gates look at it.
 *
 * @param at when the reading ended
 * @param uptime of the server process
 * @param applierError why its applier is stopped by an error; known and empty when it is not
 * @param lagSeconds behind its source; the largest of its channels
 * @param applied transactions that it has applied or written, counted from wherever; rows where it
 *     counts no transactions
 * @param retries transactions that were tried again since the process began
 * @param waitingCommits commits that wait for acknowledgements of replicas now
 * @param finishedCommits commits that have waited so since the process began
 * @param gap the first transaction that its applier has left out; known and empty when none
 * @param queueBytes memory of the queues of its workers
 */
public record Sample(
    Instant at,
    Observed<Duration> uptime,
    Observed<Optional<String>> applierError,
    Observed<Double> lagSeconds,
    Observed<Long> applied,
    Observed<Long> retries,
    Observed<Long> waitingCommits,
    Observed<Long> finishedCommits,
    Observed<Optional<String>> gap,
    Observed<Long> queueBytes) {}
