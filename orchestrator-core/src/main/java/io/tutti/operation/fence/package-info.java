/** Keeps a server from its clients, and lets them in again once it is proved intact. */
@NullMarked
package io.tutti.operation.fence;

import org.jspecify.annotations.NullMarked;
