/** Shows the gaps of replicas exactly, and closes them. */
@NullMarked
package io.tutti.operation.gaps;

import org.jspecify.annotations.NullMarked;
