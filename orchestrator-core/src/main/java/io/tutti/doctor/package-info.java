/**
 * Whether Tutti can do its work: judged from one look at a server or a controller, and from what is
 * known anyway. Pure.
 */
@NullMarked
package io.tutti.doctor;

import org.jspecify.annotations.NullMarked;
