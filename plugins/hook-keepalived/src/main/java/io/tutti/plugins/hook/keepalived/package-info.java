/** Hooks that write the track files of keepalived. */
@NullMarked
package io.tutti.plugins.hook.keepalived;

import org.jspecify.annotations.NullMarked;
