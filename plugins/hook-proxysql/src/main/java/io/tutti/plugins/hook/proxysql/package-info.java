/** Hooks that move servers between the hostgroups of ProxySQL. */
@NullMarked
package io.tutti.plugins.hook.proxysql;

import org.jspecify.annotations.NullMarked;
