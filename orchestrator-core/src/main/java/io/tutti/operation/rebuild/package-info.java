/** Makes a server again from another one (docs/crash.md). */
@NullMarked
package io.tutti.operation.rebuild;

import org.jspecify.annotations.NullMarked;
