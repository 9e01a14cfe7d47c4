/** The engine's store ports on a relational database. */
@NullMarked
package io.tutti.store.jdbc;

import org.jspecify.annotations.NullMarked;
