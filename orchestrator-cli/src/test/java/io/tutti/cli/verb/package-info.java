/** One class for each verb. */
@NullMarked
package io.tutti.cli.verb;

import org.jspecify.annotations.NullMarked;
