/** What binlogs say about the workload and about how parallel an applier can be. Pure. */
@NullMarked
package io.tutti.binlog.analysis;

import org.jspecify.annotations.NullMarked;
