/** The way home of a source that lost its place: it becomes a replica of who has that now. */
@NullMarked
package io.tutti.operation.rejoin;

import org.jspecify.annotations.NullMarked;
