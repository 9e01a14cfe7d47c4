@NullMarked
package io.tutti.rest.rolloutreport;

import org.jspecify.annotations.NullMarked;
