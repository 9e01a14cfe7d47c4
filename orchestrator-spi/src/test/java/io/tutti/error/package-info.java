@NullMarked
package io.tutti.error;

import org.jspecify.annotations.NullMarked;
