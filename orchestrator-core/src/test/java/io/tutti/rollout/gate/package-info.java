@NullMarked
package io.tutti.rollout.gate;

import org.jspecify.annotations.NullMarked;
