/** The rules of the house, each as a test whose text says what to do instead. */
@NullMarked
package io.tutti.architecture;

import org.jspecify.annotations.NullMarked;
