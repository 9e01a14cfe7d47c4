package io.tutti.model;

/**
 * How the appliers of a server may run in parallel.
 *
 * @param workers threads that apply; 0 = the coordinator applies by itself
 * @param mode the server's own word: DATABASE, LOGICAL_CLOCK, conservative, optimistic, ...
 * @param preservesCommitOrder whether commits keep the source's order
 */
public record ParallelSettings(
    Observed<Long> workers, Observed<String> mode, Observed<Boolean> preservesCommitOrder) {}
