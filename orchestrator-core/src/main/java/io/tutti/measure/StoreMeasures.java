package io.tutti.measure;

import io.tutti.measure.DurationHistogram.Counted;

/**
 * How the store goes.
 *
 * @param writes how long durable writes took
 * @param failures how many of them failed
 * @param active connections in use
 * @param idle connections that wait for use
 * @param waiting threads that wait for a connection
 */
public record StoreMeasures(Counted writes, long failures, int active, int idle, int waiting) {}
