package io.tutti.crash;

import io.tutti.model.InstanceAddress;

/** What one replica has of its source that the source no longer has itself. */
public record ReplicaGhosts(InstanceAddress address, String channel, Ghosts ghosts) {

  /** Whether it is a replica's same channel. */
  public boolean isOfSame(ReplicaGhosts other) {
    return address.equals(other.address) && channel.equals(other.channel);
  }
}
