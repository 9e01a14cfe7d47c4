/** What a hook plugin implements: something of the operator's that is called at operations. */
@NullMarked
package io.tutti.spi.hook;

import org.jspecify.annotations.NullMarked;
