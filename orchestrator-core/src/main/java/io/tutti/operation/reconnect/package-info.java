/**
 * Asks receivers to connect to their source anew, so that they say themselves whether they reach it
 * (docs/detection.md).
 */
@NullMarked
package io.tutti.operation.reconnect;

import org.jspecify.annotations.NullMarked;
