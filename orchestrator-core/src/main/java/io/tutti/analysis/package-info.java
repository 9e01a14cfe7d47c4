/** Pure detectors that turn a snapshot into findings with evidence. */
@NullMarked
package io.tutti.analysis;

import org.jspecify.annotations.NullMarked;
