/**
 * Talking SQL to a server of either family: sessions with deadlines, statements that may hang
 * without harm, and the reading skeleton. What differs between flavors comes in through {@link
 * io.tutti.plugins.sql.Dialect}.
 */
@NullMarked
package io.tutti.plugins.sql;

import org.jspecify.annotations.NullMarked;
