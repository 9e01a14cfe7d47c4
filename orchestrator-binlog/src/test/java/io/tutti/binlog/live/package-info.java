@NullMarked
package io.tutti.binlog.live;

import org.jspecify.annotations.NullMarked;
