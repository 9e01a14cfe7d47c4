/** What all MariaDB releases share: their statements, and what the answers mean. */
@NullMarked
package io.tutti.plugins.mariadb;

import org.jspecify.annotations.NullMarked;
