/** What the end of a server's process cost, judged from what is known of it. Pure. */
@NullMarked
package io.tutti.crash;

import org.jspecify.annotations.NullMarked;
