@NullMarked
package io.tutti.plugins.mysql;

import org.jspecify.annotations.NullMarked;
