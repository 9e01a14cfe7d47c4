/** The demo: real servers and a controller on this machine. */
@NullMarked
package io.tutti.cli.demo;

import org.jspecify.annotations.NullMarked;
