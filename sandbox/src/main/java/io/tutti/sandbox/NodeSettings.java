package io.tutti.sandbox;

import io.tutti.sandbox.release.ServerRelease;
import java.util.List;
import java.util.Optional;

/**
 * What the configuration of one server is made from.
 *
 * @param node number in the topology
 * @param gtid whether GTIDs are on; MariaDB always has them
 * @param semiSyncSource whether its commits wait for a replica's acknowledgement
 * @param semiSyncReplica whether it acknowledges
 * @param readOnly whether {@code read_only} is set
 * @param fastTimeouts whether its receivers notice within seconds that a source is gone
 * @param logReplicaUpdates whether replicated transactions enter its own binary log
 * @param gtidDomain MariaDB's {@code gtid_domain_id}, where it matters
 * @param extraOptions options of the user; they come last and win
 */
record NodeSettings(
    int node,
    ServerRelease release,
    boolean gtid,
    boolean semiSyncSource,
    boolean semiSyncReplica,
    boolean readOnly,
    boolean fastTimeouts,
    boolean logReplicaUpdates,
    Optional<Integer> gtidDomain,
    List<String> extraOptions) {
  private static final String BIND_ADDRESS = "bind_address=";

  NodeSettings {
    extraOptions = List.copyOf(extraOptions);
  }

  /** The address that it answers at: that of the user's options, else the loopback of IPv4. */
  String listensOn() {
    return extraOptions.stream()
        .filter(option -> option.startsWith(BIND_ADDRESS))
        .reduce((earlier, later) -> later)
        .map(option -> option.substring(BIND_ADDRESS.length()))
        .filter(host -> host.equals("::1") || host.startsWith("127.") || OwnHost.isOne(host))
        .orElse("127.0.0.1");
  }
}
