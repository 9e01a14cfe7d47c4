@NullMarked
package io.tutti.rollout.engine;

import org.jspecify.annotations.NullMarked;
