/** Carries out plans: journals, runs, verifies, undoes, and takes up again after a restart. */
@NullMarked
package io.tutti.operation;

import org.jspecify.annotations.NullMarked;
