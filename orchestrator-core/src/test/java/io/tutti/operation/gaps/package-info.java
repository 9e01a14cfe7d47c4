/** Tests of how gaps are closed. */
@NullMarked
package io.tutti.operation.gaps;

import org.jspecify.annotations.NullMarked;
