/** Tests of the demo's parts. */
@NullMarked
package io.tutti.cli.demo;

import org.jspecify.annotations.NullMarked;
