/** Tells others of findings (docs/webhooks.md). */
@NullMarked
package io.tutti.announcement;

import org.jspecify.annotations.NullMarked;
