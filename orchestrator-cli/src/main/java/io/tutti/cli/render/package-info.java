/** Turns records into lines of text; pure. */
@NullMarked
package io.tutti.cli.render;

import org.jspecify.annotations.NullMarked;
