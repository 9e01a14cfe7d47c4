/** Which replica takes the place of a source. Pure. */
@NullMarked
package io.tutti.promotion;

import org.jspecify.annotations.NullMarked;
