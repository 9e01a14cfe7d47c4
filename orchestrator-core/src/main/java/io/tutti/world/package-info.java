/** The one picture of the world that everybody reads: observed, kept, and found. */
@NullMarked
package io.tutti.world;

import org.jspecify.annotations.NullMarked;
