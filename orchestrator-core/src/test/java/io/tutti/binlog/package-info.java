/** What is in binlogs: values as decoders hand them over. */
@NullMarked
package io.tutti.binlog;

import org.jspecify.annotations.NullMarked;
