package io.tutti.operation.crash;

import io.tutti.capability.Ports;
import io.tutti.crash.CrashJudgement;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessChange;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.crash.LostOnSourceReader.Line;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.store.FleetStore;
import io.tutti.store.Incidents;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads how a server's process ended before the one that runs now, and what that may have cost. */
public record RestartReader(
    Servers servers, FleetStore store, Incidents incidents, Supplier<TopologySnapshot> topology) {

  public static RestartReader of(Ports ports) {
    return new RestartReader(
        ports.servers(), ports.stored().fleet(), ports.records().incidents(), ports.topology());
  }

  /** A server counts how long it runs in whole seconds. */
  private static final Duration UPTIME_STEP = Duration.ofSeconds(1);

  /**
   * A replica that does not answer must not keep its source, and whatever waits for it, waiting.
   */
  private static final Duration REPLICA_MAX = Duration.ofSeconds(3);

  private static final Observed<ProcessEnd> NOT_LOOKED_FOR =
      Observed.unknown("it was not searched for yet");

  /**
   * @throws OrchestratorException when the server cannot be read; what cannot be read of its past
   *     is unknown
   */
  public RestartReport read(InstanceAddress address, Deadline deadline) {
    TopologySnapshot known = topology.get();
    List<Line> lines =
        known.linksTo(address).stream()
            .map(link -> Line.of(known, link.replica(), link.channel().name()))
            .toList();
    List<LostOnSourceReader.Read> replicas =
        new LostOnSourceReader(servers).readReplicas(lines, deadline.within(REPLICA_MAX));
    try (Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      Observed<Instant> startedAt = state.uptime().map(state.observedAt()::minus);
      LogsAfterRestart.Found found =
          LogsAfterRestart.of(session, state, new EarlierProcesses(incidents, known), deadline)
              .read(NOT_LOOKED_FOR);
      Observed<ProcessEnd> end = reported(found.end());
      Observed<RecordedDurability> before =
          incidentOf(state, Set.of(ProcessChange.NONE, ProcessChange.UNKNOWN))
              .map(incident -> Observed.known(incident.before()))
              .orElseGet(
                  () -> startedAt.flatMap(started -> settingsBefore(state.address(), started)));
      // What was closed by a person, or by a rebuild, is not held against it.
      Optional<Incident> noticed =
          incidentOf(state, Set.of(ProcessChange.NONE))
              .filter(incident -> incident.closing().isEmpty());
      Observed<GtidSet> atStart =
          noticed
              .map(incident -> IncidentReader.atStart(incident, session, state, end, deadline))
              .orElse(Observed.unknown("its restart was not noticed"));
      List<LostOnSourceByReplica> lostOnSource =
          noticed
              .map(incident ->
                  new LossFinder(servers, incident, known, deadline)
                      .find(
                          replicas,
                          incident.evidence().replicas(),
                          new LossFinder.Source(
                              session, state, found.logs(), end, atStart, Optional.empty())))
              .orElseGet(() -> LostOnSourceReader.compare(replicas, state, found.logs()));
      CrashJudgement judgement =
          CrashJudgement.of(end, before)
              .withLostEnd(noticed.flatMap(incident -> incident.lostEnd(end, atStart)))
              .withLostOnSource(
                  lostOnSource.stream().anyMatch(each -> each.lostOnSource().areFound()));
      return new RestartReport(
          state.address(), startedAt, end, before, judgement, lostOnSource, atStart);
    }
  }

  /**
   * The latest incident, whose settings are those of the process that was watched last.
   *
   * @param since what the server may show of the process that it reports of
   */
  private Optional<Incident> incidentOf(InstanceState state, Set<ProcessChange> since) {
    return incidents.latest(Optional.of(state.address()), 1).stream()
        .filter(latest -> since.contains(ProcessChange.since(latest.begun().startedAt(), state)))
        .findFirst();
  }

  private static Observed<ProcessEnd> reported(Observed<ProcessEnd> end) {
    return end instanceof Observed.Absent<ProcessEnd>(String why) ? Observed.unknown(why) : end;
  }

  private Observed<RecordedDurability> settingsBefore(InstanceAddress address, Instant started) {
    return store
        .durabilityBefore(address, started.minus(UPTIME_STEP))
        .<Observed<RecordedDurability>>map(Observed::known)
        .orElse(Observed.unknown("this controller did not watch it before it started"));
  }
}
