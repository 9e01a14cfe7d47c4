@NullMarked
package io.tutti.operation.crash;

import org.jspecify.annotations.NullMarked;
