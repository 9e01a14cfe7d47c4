/** Fetches the pinned server releases and keeps them unpacked in a cache folder. */
@NullMarked
package io.tutti.sandbox.binaries;

import org.jspecify.annotations.NullMarked;
