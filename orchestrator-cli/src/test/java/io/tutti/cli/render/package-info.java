/** Tests of what lines records become. */
@NullMarked
package io.tutti.cli.render;

import org.jspecify.annotations.NullMarked;
