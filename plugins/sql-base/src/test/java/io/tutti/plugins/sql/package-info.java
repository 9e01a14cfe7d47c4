@NullMarked
package io.tutti.plugins.sql;

import org.jspecify.annotations.NullMarked;
