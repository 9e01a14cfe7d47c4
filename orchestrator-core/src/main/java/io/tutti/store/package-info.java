/** What the engine wants kept: ports that a store implements. */
@NullMarked
package io.tutti.store;

import org.jspecify.annotations.NullMarked;
