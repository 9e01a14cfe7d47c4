/** Transactions that a replica has and its source never had (docs/errant.md). */
@NullMarked
package io.tutti.operation.errant;

import org.jspecify.annotations.NullMarked;
