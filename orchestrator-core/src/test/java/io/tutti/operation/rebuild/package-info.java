@NullMarked
package io.tutti.operation.rebuild;

import org.jspecify.annotations.NullMarked;
