@NullMarked
package io.tutti.hook;

import org.jspecify.annotations.NullMarked;
