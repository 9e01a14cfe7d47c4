@NullMarked
package io.tutti.plugins.mysql84;

import org.jspecify.annotations.NullMarked;
