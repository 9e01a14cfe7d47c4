@NullMarked
package io.tutti.plugins.hook.consul;

import org.jspecify.annotations.NullMarked;
