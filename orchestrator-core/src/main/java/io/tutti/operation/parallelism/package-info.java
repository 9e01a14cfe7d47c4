/** Changes how replicas apply in parallel: plans, steps, and what is kept of them. */
@NullMarked
package io.tutti.operation.parallelism;

import org.jspecify.annotations.NullMarked;
