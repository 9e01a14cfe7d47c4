/** Reads binlog and relay log files of all flavors: events, and the transactions that they form. */
@NullMarked
package io.tutti.binlog.file;

import org.jspecify.annotations.NullMarked;
