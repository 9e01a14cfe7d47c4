package io.tutti.api;

import java.util.Optional;

/**
 * A fact about a server, or why there is none: one of the three is there.
 *
 * @param value the server said so
 * @param absent why the server has no such thing
 * @param unknown why it could not be read
 */
public record Fact<T>(Optional<T> value, Optional<String> absent, Optional<String> unknown) {}
