/** Which setting is to be tried next, and which one is best, when measurements are noisy. Pure. */
@NullMarked
package io.tutti.binlog.tune;

import org.jspecify.annotations.NullMarked;
