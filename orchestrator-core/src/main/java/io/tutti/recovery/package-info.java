/**
 * What is done by itself: how rules are asked, how often what fails is tried again, and what was
 * decided. Which rules there are is said by capabilities.
 */
@NullMarked
package io.tutti.recovery;

import org.jspecify.annotations.NullMarked;
