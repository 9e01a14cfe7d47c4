/** What analyses and predictions say, as records of the contract: for REST and the command line. */
@NullMarked
package io.tutti.binlogview;

import org.jspecify.annotations.NullMarked;
