package io.tutti.api;

import java.util.Optional;

/** Why somebody closes an incident. */
public record ClosingBody(Optional<String> why) implements Body {}
