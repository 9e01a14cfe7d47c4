package io.tutti.operation.gaps;

import io.tutti.model.InstanceAddress;

/**
 * A channel of the server that a step acts on.
 *
 * @param source from which it replicated when that was planned
 */
public record ChannelFrom(String channel, InstanceAddress source) {}
