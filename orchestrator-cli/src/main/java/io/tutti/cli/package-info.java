/** The command line of Tutti: a client of the REST API. */
@NullMarked
package io.tutti.cli;

import org.jspecify.annotations.NullMarked;
