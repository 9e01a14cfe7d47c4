package io.tutti.topology;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;

/**
 * A channel between two instances.
 *
 * @param source the instance at the other end, by the name it is kept under, which may differ from
 *     the channel's own
 */
public record ReplicationLink(InstanceAddress replica, InstanceAddress source, Channel channel) {}
