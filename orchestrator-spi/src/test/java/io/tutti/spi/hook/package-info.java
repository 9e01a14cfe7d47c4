@NullMarked
package io.tutti.spi.hook;

import org.jspecify.annotations.NullMarked;
