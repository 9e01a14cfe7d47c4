@NullMarked
package io.tutti.cli.explain;

import org.jspecify.annotations.NullMarked;
