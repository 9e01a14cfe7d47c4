/** The pages of findings, as they come with the command line. */
@NullMarked
package io.tutti.cli.explain;

import org.jspecify.annotations.NullMarked;
