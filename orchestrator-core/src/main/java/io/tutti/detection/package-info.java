/**
 * Whether a source is dead, frozen, or unreachable from here alone: pure rules over one view of the
 * servers, each with who said what, and when.
 */
@NullMarked
package io.tutti.detection;

import org.jspecify.annotations.NullMarked;
