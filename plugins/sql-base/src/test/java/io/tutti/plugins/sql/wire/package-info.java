@NullMarked
package io.tutti.plugins.sql.wire;

import org.jspecify.annotations.NullMarked;
