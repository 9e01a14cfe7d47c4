/** Sends messages to addresses that the operator configured (docs/webhooks.md). */
@NullMarked
package io.tutti.webhook;

import org.jspecify.annotations.NullMarked;
