/** The plugin for MySQL 5.7. */
@NullMarked
package io.tutti.plugins.mysql57;

import org.jspecify.annotations.NullMarked;
