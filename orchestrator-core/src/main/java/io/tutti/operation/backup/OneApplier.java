package io.tutti.operation.backup;

import java.time.Duration;

/**
 * The applier that a step is about.
 *
 * @param deadline how long its transactions in flight, or its gaps, may take
 */
record OneApplier(String channel, Duration deadline) {}
