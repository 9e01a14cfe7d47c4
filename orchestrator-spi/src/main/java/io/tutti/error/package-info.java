/** Errors with a stable code, the observed facts and the remedies. */
@NullMarked
package io.tutti.error;

import org.jspecify.annotations.NullMarked;
