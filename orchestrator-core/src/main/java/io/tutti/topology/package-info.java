/** What replicates from what: nodes, links and clusters, as one immutable snapshot. */
@NullMarked
package io.tutti.topology;

import org.jspecify.annotations.NullMarked;
