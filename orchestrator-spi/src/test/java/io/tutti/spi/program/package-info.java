@NullMarked
package io.tutti.spi.program;

import org.jspecify.annotations.NullMarked;
