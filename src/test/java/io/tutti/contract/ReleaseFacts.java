package io.tutti.contract;

import io.tutti.gtid.GtidSet;
import io.tutti.sandbox.SandboxServer;
import java.util.List;

/**
 * How a release of the contract is asked over the administrator's own connection, beside the
 * plugin.
 */
public interface ReleaseFacts {
  /** Options that give the replica {@link #workers} workers which may run ahead of each other. */
  List<String> replicaOptions();

  /** How many workers a channel then has. */
  int workers();

  /** {@code SHOW SLAVE STATUS} or what it is called here, for all channels. */
  String showReplicaStatus();

  /** {@code SHOW MASTER STATUS} or what it is called here. */
  String showBinlogPosition();

  /** All that the server has executed, asked directly. */
  GtidSet executed(SandboxServer server);

  /** The drivers that its plugin ships. */
  default List<String> drivers() {
    return List.of("mysql", "mariadb");
  }

  /** Lets the replica continue over an error that was repaired by hand. */
  default void restartApplier(SandboxServer replica) {
    replica.stopReplication();
    replica.startReplication();
  }
}
