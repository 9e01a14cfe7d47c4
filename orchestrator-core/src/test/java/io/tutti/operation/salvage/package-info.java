/** Tests of salvaging, on made-up servers. */
@NullMarked
package io.tutti.operation.salvage;

import org.jspecify.annotations.NullMarked;
