/**
 * Which settings let a replica apply fastest: what was tried, what is tried next, and what is kept.
 * Pure, but for the port of the store.
 */
@NullMarked
package io.tutti.tuning;

import org.jspecify.annotations.NullMarked;
