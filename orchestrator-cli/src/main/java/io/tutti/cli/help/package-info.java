/** What the command line says of itself: help pages, topics, and errors of usage. */
@NullMarked
package io.tutti.cli.help;

import org.jspecify.annotations.NullMarked;
