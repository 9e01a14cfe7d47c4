/** What a rollout did to its servers: figures and curves before and after. Pure. */
@NullMarked
package io.tutti.rollout.report;

import org.jspecify.annotations.NullMarked;
