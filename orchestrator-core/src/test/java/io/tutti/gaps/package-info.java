@NullMarked
package io.tutti.gaps;

import org.jspecify.annotations.NullMarked;
