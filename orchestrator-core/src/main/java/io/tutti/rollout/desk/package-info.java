/** Gives the planner of rollouts what is known now. */
@NullMarked
package io.tutti.rollout.desk;

import org.jspecify.annotations.NullMarked;
