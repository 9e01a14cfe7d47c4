/** Tests of the command line. */
@NullMarked
package io.tutti.cli;

import org.jspecify.annotations.NullMarked;
