@NullMarked
package io.tutti.binlog.file;

import org.jspecify.annotations.NullMarked;
