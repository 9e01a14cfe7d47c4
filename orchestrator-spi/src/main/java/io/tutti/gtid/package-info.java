/**
 * GTID sets of both families and their arithmetic.
 *
 * <p>A MySQL set enumerates transactions; a MariaDB set is a position in one ordered stream per
 * domain. Both answer the same questions through {@link io.tutti.gtid.GtidSet}; across families
 * {@link io.tutti.gtid.GtidSet#relationTo relationTo} says {@code INCOMPARABLE} and every other
 * two-sided operation refuses, because a plain {@code false} would read as "has errant
 * transactions".
 */
@NullMarked
package io.tutti.gtid;

import org.jspecify.annotations.NullMarked;
