/** Choices among made-up replicas. */
@NullMarked
package io.tutti.promotion;

import org.jspecify.annotations.NullMarked;
