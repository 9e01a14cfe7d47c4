/** Hooks that are messages over HTTP. */
@NullMarked
package io.tutti.plugins.hook.webhook;

import org.jspecify.annotations.NullMarked;
