@NullMarked
package io.tutti.operation.promotion;

import org.jspecify.annotations.NullMarked;
