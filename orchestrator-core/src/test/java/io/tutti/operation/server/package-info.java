@NullMarked
package io.tutti.operation.server;

import org.jspecify.annotations.NullMarked;
