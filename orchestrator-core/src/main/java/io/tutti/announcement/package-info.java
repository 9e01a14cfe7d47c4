/** Sends findings to others (docs/webhooks.md). */
@NullMarked
package io.tutti.announcement;

import org.jspecify.annotations.NullMarked;
