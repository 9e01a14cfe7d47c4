/** The vocabulary: immutable records of what servers are and what was observed of them. */
@NullMarked
package io.tutti.model;

import org.jspecify.annotations.NullMarked;
