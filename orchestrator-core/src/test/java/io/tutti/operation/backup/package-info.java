/** Tests of backup sessions, on made-up servers. */
@NullMarked
package io.tutti.operation.backup;

import org.jspecify.annotations.NullMarked;
