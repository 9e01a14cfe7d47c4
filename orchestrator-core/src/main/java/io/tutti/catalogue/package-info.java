/** The one list of capabilities. */
@NullMarked
package io.tutti.catalogue;

import org.jspecify.annotations.NullMarked;
