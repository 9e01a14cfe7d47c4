/** Knobs as data: what can be set about replication on a release, and what may be asked of it. */
@NullMarked
package io.tutti.spi.knob;

import org.jspecify.annotations.NullMarked;
