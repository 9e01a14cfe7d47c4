/** The plugin for MariaDB 11 and later. */
@NullMarked
package io.tutti.plugins.mariadb11;

import org.jspecify.annotations.NullMarked;
