package io.tutti.api;

import java.util.Optional;

/**
 * What was trusted.
 *
 * @param reached whether it could be read with that at once; empty when it is not watched
 */
public record TrustedView(KnownView known, Optional<Boolean> reached) {}
