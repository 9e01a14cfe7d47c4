/** The web server itself: what it bears with, and how it answers what reaches no path. */
@NullMarked
package io.tutti.web;

import org.jspecify.annotations.NullMarked;
