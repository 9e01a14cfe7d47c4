/**
 * Servers that replicate in memory, for tests: both families of GTIDs, threads and workers, relay
 * logs, binlogs, restarts and crashes, on a clock that a test moves. What they can and cannot show
 * is in docs/testing.md.
 */
@NullMarked
package io.tutti.simulation;

import org.jspecify.annotations.NullMarked;
