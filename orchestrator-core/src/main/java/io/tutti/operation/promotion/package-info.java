/** Lets a replica take the place of its source, and the others follow it (docs/resolve.md). */
@NullMarked
package io.tutti.operation.promotion;

import org.jspecify.annotations.NullMarked;
