/** Rules by which a plugin judges how well the settings of a server fit where it is. */
@NullMarked
package io.tutti.spi.advice;

import org.jspecify.annotations.NullMarked;
