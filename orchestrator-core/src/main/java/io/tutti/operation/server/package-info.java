/** The way of operations to the servers that they act on. */
@NullMarked
package io.tutti.operation.server;

import org.jspecify.annotations.NullMarked;
