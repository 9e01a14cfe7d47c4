@NullMarked
package io.tutti.plugins.hook.keepalived;

import org.jspecify.annotations.NullMarked;
