@NullMarked
package io.tutti.plugins.hook.command;

import org.jspecify.annotations.NullMarked;
