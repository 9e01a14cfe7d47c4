/** Programs and folders of the operator's that nobody else can change. */
@NullMarked
package io.tutti.spi.program;

import org.jspecify.annotations.NullMarked;
