package io.tutti.model;

import java.util.Optional;

/**
 * A trace of a replica on its source: enough to look for it, not proof that it is there.
 *
 * @param host the name it reported, or the address its receiver connects from; absent when neither
 *     is reported
 * @param port the port it reported; absent when only its connection is seen
 * @param serverId absent when only its connection is seen
 * @param serverUuid absent where the flavor has none
 * @param evidence where the trace was found
 */
public record ReplicaHint(
    Optional<String> host,
    Optional<Integer> port,
    Optional<Long> serverId,
    Optional<String> serverUuid,
    Evidence evidence) {

  /** Where the trace was found. */
  public enum Evidence {
    /** {@code SHOW SLAVE HOSTS}, {@code SHOW REPLICAS}. */
    REGISTERED,
    /** A dump thread in the processlist. */
    CONNECTED
  }
}
