package io.tutti.operation.fence;

import io.tutti.capability.Ports;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.WriteProtection;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.store.BackupSessions;
import io.tutti.store.Fences;
import io.tutti.store.Incidents;
import io.tutti.store.StartupObservations;
import io.tutti.topology.WorldView;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the steps work with.
 *
 * @param replica the login of replicas: what a fence is to prevent is tried with it
 * @param answers whether a server answered when it was asked last
 */
public record FenceEnvironment(
    Servers servers,
    Fences fences,
    StartupObservations startups,
    Incidents incidents,
    BackupSessions backups,
    InstantSource clock,
    FenceHook hook,
    Optional<Credentials> replica,
    Supplier<WorldView> world,
    Predicate<InstanceAddress> answers) {

  public static FenceEnvironment of(Ports ports, FenceHook hook) {
    return new FenceEnvironment(
        ports.servers(),
        ports.records().fences(),
        ports.records().startups(),
        ports.records().incidents(),
        ports.records().backups(),
        ports.clock(),
        hook,
        ports.replica(),
        ports.world(),
        ports.known().answers());
  }

  /** Reads who may write to a server. */
  Observed<WriteProtection> protection(InstanceAddress address, Deadline deadline) {
    try (Session server = servers.open(address, deadline)) {
      return Observed.known(server.read(deadline).writeProtection());
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }
}
