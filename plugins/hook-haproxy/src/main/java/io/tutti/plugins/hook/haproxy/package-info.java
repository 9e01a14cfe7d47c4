/** Hooks that lead a server of HAProxy to who takes writes. */
@NullMarked
package io.tutti.plugins.hook.haproxy;

import org.jspecify.annotations.NullMarked;
