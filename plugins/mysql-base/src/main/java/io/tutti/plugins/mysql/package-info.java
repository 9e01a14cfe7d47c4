/**
 * What the MySQL flavors share: their statements, how to read them, and how they are recognised.
 */
@NullMarked
package io.tutti.plugins.mysql;

import org.jspecify.annotations.NullMarked;
