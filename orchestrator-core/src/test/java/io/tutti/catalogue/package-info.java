/** Tests of the list of capabilities. */
@org.jspecify.annotations.NullMarked
package io.tutti.catalogue;
