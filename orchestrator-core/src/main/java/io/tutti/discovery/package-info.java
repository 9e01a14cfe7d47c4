/** Finds instances, watches them, and keeps what is known of them. */
@NullMarked
package io.tutti.discovery;

import org.jspecify.annotations.NullMarked;
