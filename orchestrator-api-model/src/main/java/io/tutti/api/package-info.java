/** What REST answers and its clients read: records and enums, nothing else. */
@NullMarked
package io.tutti.api;

import org.jspecify.annotations.NullMarked;
