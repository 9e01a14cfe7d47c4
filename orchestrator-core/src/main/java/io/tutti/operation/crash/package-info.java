/** Reads how a server's process ended before the one that runs now (docs/crash.md). */
@NullMarked
package io.tutti.operation.crash;

import org.jspecify.annotations.NullMarked;
