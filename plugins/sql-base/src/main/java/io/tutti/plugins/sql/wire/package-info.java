/** What is taken from a server over a connection, below the drivers: packets are checked first. */
@NullMarked
package io.tutti.plugins.sql.wire;

import org.jspecify.annotations.NullMarked;
