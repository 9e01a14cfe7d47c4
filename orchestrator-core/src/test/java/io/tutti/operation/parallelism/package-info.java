/** Tests of what changes parallel settings, on made-up servers. */
@NullMarked
package io.tutti.operation.parallelism;

import org.jspecify.annotations.NullMarked;
