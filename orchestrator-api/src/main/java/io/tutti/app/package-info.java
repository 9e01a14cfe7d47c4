/** The controller as a program: settings, plugins, start and stop. */
@NullMarked
package io.tutti.app;

import org.jspecify.annotations.NullMarked;
