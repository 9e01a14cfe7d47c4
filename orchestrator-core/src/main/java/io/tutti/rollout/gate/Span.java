package io.tutti.rollout.gate;

import java.time.Instant;

/**
 * When an operation began and ended.
 *
 * @param ended now, while it goes on
 */
public record Span(Instant began, Instant ended) {}
