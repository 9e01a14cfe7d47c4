/**
 * By what servers prove who they are before they are given a password, and which addresses are
 * contacted at all.
 */
@NullMarked
package io.tutti.trust;

import org.jspecify.annotations.NullMarked;
