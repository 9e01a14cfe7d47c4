/** What is done by itself about findings: the one place that knows both them and their cures. */
@NullMarked
package io.tutti.recovery;

import org.jspecify.annotations.NullMarked;
