/** The plugin for MySQL 8.0 to 8.3. */
@NullMarked
package io.tutti.plugins.mysql80;

import org.jspecify.annotations.NullMarked;
