/** The plugin for MySQL 8.4, 9.x and releases numbered by year from 26.1. */
@NullMarked
package io.tutti.plugins.mysql84;

import org.jspecify.annotations.NullMarked;
