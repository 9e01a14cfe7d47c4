/** Says when the time of something has come, by Quartz. What is done then is decided in core. */
@NullMarked
package io.tutti.schedule;

import org.jspecify.annotations.NullMarked;
