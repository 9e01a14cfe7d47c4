/** Tests of what is done by itself. */
@org.jspecify.annotations.NullMarked
package io.tutti.recovery;
