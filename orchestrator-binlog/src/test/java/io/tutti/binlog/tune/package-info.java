@NullMarked
package io.tutti.binlog.tune;

import org.jspecify.annotations.NullMarked;
