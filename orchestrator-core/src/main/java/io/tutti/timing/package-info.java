/**
 * What is to begin at a certain time, and who is told of it. When that is, is decided elsewhere.
 */
@NullMarked
package io.tutti.timing;

import org.jspecify.annotations.NullMarked;
