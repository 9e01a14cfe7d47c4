package io.tutti.operation.gaps;

import java.time.Duration;

/**
 * That a channel is to have its gaps closed.
 *
 * @param wanted what it must have applied then
 * @param deadline how long it is waited for
 */
record Closing(String channel, ClosingTarget wanted, Duration deadline) {}
