@NullMarked
package io.tutti.detection;

import org.jspecify.annotations.NullMarked;
