/** What is counted and timed of the controller's own work. */
@NullMarked
package io.tutti.measure;

import org.jspecify.annotations.NullMarked;
