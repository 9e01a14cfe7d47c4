/** What a flavor plugin implements and what it is given. */
@NullMarked
package io.tutti.spi;

import org.jspecify.annotations.NullMarked;
