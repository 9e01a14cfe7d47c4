/** Whole-process benchmarks on real servers. */
@NullMarked
package io.tutti.benchmarks;

import org.jspecify.annotations.NullMarked;
