/** Rollouts of settings over a fleet: what is wanted, whom it reaches, and how far it is. Pure. */
@NullMarked
package io.tutti.rollout;

import org.jspecify.annotations.NullMarked;
