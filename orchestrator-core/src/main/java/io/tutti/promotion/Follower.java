package io.tutti.promotion;

import io.tutti.model.InstanceAddress;
import io.tutti.model.Positioning;

/**
 * A replica that can replicate from another source without losing or repeating anything.
 *
 * @param channel over which it replicates
 * @param by how it is to find its place there; by log position only if it is stopped where that
 *     source is stopped when both have applied all that they received, which must be seen then
 */
public record Follower(InstanceAddress replica, String channel, Positioning by) {}
