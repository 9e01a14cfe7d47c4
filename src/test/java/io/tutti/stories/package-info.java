/**
 * A searcher for what nobody thought of: stories, drawn from a seed, that real servers and a real
 * controller play, and in the end the truth of the servers against each sentence that was said.
 *
 * <p>{@link io.tutti.stories.Story} is pure: the same seed draws the same acts. What the servers
 * make of them in their own time is not repeatable to the millisecond.
 */
@NullMarked
package io.tutti.stories;

import org.jspecify.annotations.NullMarked;
