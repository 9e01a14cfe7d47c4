package io.tutti.model;

import java.time.Instant;

/**
 * A transaction that was prepared by {@code XA PREPARE}: it keeps its locks until whoever
 * coordinates it says {@code XA COMMIT} or {@code XA ROLLBACK}, over the end of its session where
 * the release keeps it.
 *
 * @param xid as these statements take it
 * @param seenSince when the controller that is there now saw it first: it is as old as that at
 *     least
 */
public record PreparedTransaction(String xid, Instant seenSince) {}
