/** Binlogs as servers send them to replicas, with no more load than is allowed. */
@NullMarked
package io.tutti.binlog.live;

import org.jspecify.annotations.NullMarked;
