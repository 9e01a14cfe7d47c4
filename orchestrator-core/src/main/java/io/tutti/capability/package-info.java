/** What a capability is given, and what it gives: the door of each package that acts. */
@NullMarked
package io.tutti.capability;

import org.jspecify.annotations.NullMarked;
