@NullMarked
package io.tutti.cli.session;

import org.jspecify.annotations.NullMarked;
