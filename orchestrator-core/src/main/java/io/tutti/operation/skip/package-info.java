/** Leaving out exactly one transaction of a replica: which one, how, and what that costs. */
@NullMarked
package io.tutti.operation.skip;

import org.jspecify.annotations.NullMarked;
