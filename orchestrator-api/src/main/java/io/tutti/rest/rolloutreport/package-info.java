/** Reports of rollouts for people: as Markdown, and as a page for a browser. */
@NullMarked
package io.tutti.rest.rolloutreport;

import org.jspecify.annotations.NullMarked;
