@NullMarked
package io.tutti.plugins.hook.haproxy;

import org.jspecify.annotations.NullMarked;
