@NullMarked
package io.tutti.binlog.analysis;

import org.jspecify.annotations.NullMarked;
