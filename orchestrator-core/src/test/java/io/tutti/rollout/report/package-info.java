@NullMarked
package io.tutti.rollout.report;

import org.jspecify.annotations.NullMarked;
