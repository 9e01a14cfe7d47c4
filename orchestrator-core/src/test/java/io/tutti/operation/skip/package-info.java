/** Tests of skipping, on made-up servers. */
@NullMarked
package io.tutti.operation.skip;

import org.jspecify.annotations.NullMarked;
