package io.tutti.plan;

import java.time.Instant;
import java.util.Optional;

/**
 * Who asked for an operation and when.
 *
 * @param idempotencyKey asking again under the same key is the same operation
 */
public record OperationRequest(String actor, Optional<String> idempotencyKey, Instant at) {}
