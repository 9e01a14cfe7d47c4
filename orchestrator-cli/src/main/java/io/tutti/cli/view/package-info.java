/** What the controller answers, as records. */
@NullMarked
package io.tutti.cli.view;

import org.jspecify.annotations.NullMarked;
