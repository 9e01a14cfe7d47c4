/** What every verb works with: its options, the screen and the controller. */
@NullMarked
package io.tutti.cli.session;

import org.jspecify.annotations.NullMarked;
