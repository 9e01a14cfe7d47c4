/** GTID sets of both families and their arithmetic. */
@NullMarked
package io.tutti.gtid;

import org.jspecify.annotations.NullMarked;
