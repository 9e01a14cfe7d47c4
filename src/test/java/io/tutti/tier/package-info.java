/** Which tests run when: a quick default, a thorough matrix in shards, and long runs. */
@NullMarked
package io.tutti.tier;

import org.jspecify.annotations.NullMarked;
