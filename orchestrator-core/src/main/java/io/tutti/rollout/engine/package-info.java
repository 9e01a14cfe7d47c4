/** Carries rollouts out: what comes next is a pure function, what it needs is read around it. */
@NullMarked
package io.tutti.rollout.engine;

import org.jspecify.annotations.NullMarked;
