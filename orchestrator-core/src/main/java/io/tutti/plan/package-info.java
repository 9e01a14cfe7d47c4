/** Plans, and how far the operations that carry them out have come, as plain data. Pure. */
@NullMarked
package io.tutti.plan;

import org.jspecify.annotations.NullMarked;
