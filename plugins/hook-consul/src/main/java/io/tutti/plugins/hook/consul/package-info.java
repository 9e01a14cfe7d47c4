/** Hooks that name who takes writes in a key of Consul. */
@NullMarked
package io.tutti.plugins.hook.consul;

import org.jspecify.annotations.NullMarked;
