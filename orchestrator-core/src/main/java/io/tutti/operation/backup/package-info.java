/** Keeps a replica stopped at a point without gaps, so that it can be copied, and lets it go. */
@NullMarked
package io.tutti.operation.backup;

import org.jspecify.annotations.NullMarked;
