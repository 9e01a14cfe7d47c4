/** Tests of moving replicas, on simulated servers. */
@NullMarked
package io.tutti.operation.relocation;

import org.jspecify.annotations.NullMarked;
