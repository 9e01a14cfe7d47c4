/**
 * Transactions that a parallel applier has left out while later ones were applied: where they are,
 * and how that is known. Pure.
 */
@NullMarked
package io.tutti.gaps;

import org.jspecify.annotations.NullMarked;
