/** The plugin for MariaDB 10.0 to 10.11. */
@NullMarked
package io.tutti.plugins.mariadb10;

import org.jspecify.annotations.NullMarked;
