@NullMarked
package io.tutti.plugins.hook.proxysql;

import org.jspecify.annotations.NullMarked;
