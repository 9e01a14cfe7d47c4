/** Lets a replica replicate from another server of its cluster (docs/relocation.md). */
@NullMarked
package io.tutti.operation.relocation;

import org.jspecify.annotations.NullMarked;
