/** What is in binlogs, read over the replication protocol. */
@NullMarked
package io.tutti.binlog;

import org.jspecify.annotations.NullMarked;
