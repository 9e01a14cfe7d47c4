/** What Prometheus reads (docs/metrics.md). */
@NullMarked
package io.tutti.metrics;

import org.jspecify.annotations.NullMarked;
