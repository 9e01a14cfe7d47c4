/** Binlogs of watched servers, read for analyses and predictions: bounded, audited, cancellable. */
@NullMarked
package io.tutti.reading;

import org.jspecify.annotations.NullMarked;
