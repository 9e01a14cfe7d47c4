package io.tutti.model;

import java.util.Optional;

/**
 * One worker of a parallel applier.
 *
 * @param id the server's number for it
 * @param stateText the server's own words for what it does
 * @param lastApplied the transaction it finished last, a GTID
 * @param applying the transaction it works on; absent when idle
 * @param checkpoint what the worker table holds of it; absent where the flavor has no such table
 */
public record Worker(
    long id,
    ThreadState state,
    Observed<String> stateText,
    Observed<String> lastApplied,
    Observed<String> applying,
    Optional<LastError> lastError,
    Observed<WorkerCheckpoint> checkpoint) {}
