/** Judgement of made-up ends of processes. */
@NullMarked
package io.tutti.crash;

import org.jspecify.annotations.NullMarked;
