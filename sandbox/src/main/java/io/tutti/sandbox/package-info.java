/** Real servers of every flavor on this machine. */
@NullMarked
package io.tutti.sandbox;

import org.jspecify.annotations.NullMarked;
