package io.tutti.operation.rebuild;

import io.tutti.capability.Ports;
import io.tutti.operation.Pauses;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.operation.server.Servers;
import io.tutti.spi.Credentials;
import io.tutti.store.BackupSessions;
import io.tutti.store.Incidents;
import io.tutti.store.RebuildMarks;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What the plannings and steps work with.
 *
 * @param replica the login of replicas, with which a rebuilt server replicates
 */
record RebuildEnvironment(
    Servers servers,
    RebuildMarks marks,
    Incidents incidents,
    BackupSessions sessions,
    InstantSource clock,
    Pauses pauses,
    Optional<Credentials> replica) {

  static RebuildEnvironment of(Ports ports) {
    return new RebuildEnvironment(
        ports.servers(),
        ports.records().rebuilds(),
        ports.records().incidents(),
        ports.records().backups(),
        ports.clock(),
        ports.pauses(),
        ports.replica());
  }

  GapsEnvironment channels() {
    return new GapsEnvironment(servers, pauses);
  }
}
