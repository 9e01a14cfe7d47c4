/** How servers of a flavor are copied, and how a copy is attached. */
@NullMarked
package io.tutti.spi.backup;

import org.jspecify.annotations.NullMarked;
