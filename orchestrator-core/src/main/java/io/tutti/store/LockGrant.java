package io.tutti.store;

import io.tutti.plan.OperationId;

/**
 * A topology lent to an operation.
 *
 * @param epoch higher with each grant of the same cluster, so that writes of an earlier holder that
 *     does not know it yet can be told and refused
 */
public record LockGrant(String cluster, OperationId holder, long epoch) {}
