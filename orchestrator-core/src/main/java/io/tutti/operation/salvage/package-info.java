/** Makes a replica whole that lost a part of its binlogs in a crash (docs/crash.md). */
@NullMarked
package io.tutti.operation.salvage;

import org.jspecify.annotations.NullMarked;
