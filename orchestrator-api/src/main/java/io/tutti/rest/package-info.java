/** HTTP: paths, documents and problems, mapped from the engine's types. */
@NullMarked
package io.tutti.rest;

import org.jspecify.annotations.NullMarked;
