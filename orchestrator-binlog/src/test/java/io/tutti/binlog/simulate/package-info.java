@NullMarked
package io.tutti.binlog.simulate;

import org.jspecify.annotations.NullMarked;
