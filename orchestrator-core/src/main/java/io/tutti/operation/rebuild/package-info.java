/** Makes a server anew from another one (docs/crash.md). */
@NullMarked
package io.tutti.operation.rebuild;

import org.jspecify.annotations.NullMarked;
