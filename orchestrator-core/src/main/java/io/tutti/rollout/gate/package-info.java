/** Whether a change has harmed a server: before against after, beside an untouched one. Pure. */
@NullMarked
package io.tutti.rollout.gate;

import org.jspecify.annotations.NullMarked;
