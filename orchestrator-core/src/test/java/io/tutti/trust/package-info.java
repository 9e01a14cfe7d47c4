@NullMarked
package io.tutti.trust;

import org.jspecify.annotations.NullMarked;
