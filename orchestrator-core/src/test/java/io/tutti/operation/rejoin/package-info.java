/** Tests of moving replicas, on simulated servers. */
@NullMarked
package io.tutti.operation.rejoin;

import org.jspecify.annotations.NullMarked;
