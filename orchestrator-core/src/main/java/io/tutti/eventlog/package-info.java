/** The log of what the controller found and did (docs/log.md). */
@NullMarked
package io.tutti.eventlog;

import org.jspecify.annotations.NullMarked;
