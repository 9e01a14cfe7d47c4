/** How a thread waits for its next round, and is woken before. */
@NullMarked
package io.tutti.alarm;

import org.jspecify.annotations.NullMarked;
