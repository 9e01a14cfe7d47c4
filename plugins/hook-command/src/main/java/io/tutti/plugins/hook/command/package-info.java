/** Hooks that are programs on the controller's machine. */
@NullMarked
package io.tutti.plugins.hook.command;

import org.jspecify.annotations.NullMarked;
