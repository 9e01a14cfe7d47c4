/** Calls the operator's hooks at operations (docs/hooks.md). */
@NullMarked
package io.tutti.hook;

import org.jspecify.annotations.NullMarked;
