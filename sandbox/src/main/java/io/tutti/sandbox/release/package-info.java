/** The pinned server releases: what they are called, where they come from, what they can do. */
@NullMarked
package io.tutti.sandbox.release;

import org.jspecify.annotations.NullMarked;
