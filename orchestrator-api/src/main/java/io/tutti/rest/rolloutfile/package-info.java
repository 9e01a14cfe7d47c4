/**
 * Reads rollout files: YAML or JSON, and all that is wrong with one at once, each with its line.
 */
@NullMarked
package io.tutti.rest.rolloutfile;

import org.jspecify.annotations.NullMarked;
