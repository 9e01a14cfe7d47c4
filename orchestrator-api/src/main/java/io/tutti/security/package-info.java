/** Who may call the controller. */
@NullMarked
package io.tutti.security;

import org.jspecify.annotations.NullMarked;
