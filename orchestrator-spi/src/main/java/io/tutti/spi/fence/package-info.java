/** How servers of a flavor are kept from their clients, and how they start kept from them. */
@NullMarked
package io.tutti.spi.fence;

import org.jspecify.annotations.NullMarked;
