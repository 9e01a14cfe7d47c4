/** The plugin for MySQL 5.6. */
@NullMarked
package io.tutti.plugins.mysql56;

import org.jspecify.annotations.NullMarked;
