package io.tutti.api;

import java.time.Duration;
import java.util.Optional;

/**
 * What is to be looked at.
 *
 * @param instance the replica, as HOST:PORT or an alias
 * @param last so much of what its source wrote; 10 minutes where it is left out
 */
public record TuningAdviceBody(String instance, Optional<Duration> last) implements Body {}
