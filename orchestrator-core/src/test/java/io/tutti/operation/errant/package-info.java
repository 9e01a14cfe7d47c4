/** Tests of errant transactions, on simulated servers. */
@NullMarked
package io.tutti.operation.errant;

import org.jspecify.annotations.NullMarked;
