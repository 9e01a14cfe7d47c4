@NullMarked
package io.tutti.tuning;

import org.jspecify.annotations.NullMarked;
