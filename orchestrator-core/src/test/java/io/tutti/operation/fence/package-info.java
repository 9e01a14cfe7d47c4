/** Tests of fences without servers. */
@NullMarked
package io.tutti.operation.fence;

import org.jspecify.annotations.NullMarked;
