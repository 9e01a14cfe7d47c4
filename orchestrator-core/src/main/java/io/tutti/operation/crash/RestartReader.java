package io.tutti.operation.crash;

import io.tutti.crash.CrashJudgement;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.crash.ReplicaGhosts;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.crash.GhostReader.Line;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.store.FleetStore;
import io.tutti.store.Incidents;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Reads how a server's process ended before the one that runs now, and what that may have cost. */
public record RestartReader(
    Servers servers, FleetStore store, Incidents incidents, Supplier<TopologySnapshot> topology) {
  /** A server counts how long it runs in whole seconds. */
  private static final Duration UPTIME_STEP = Duration.ofSeconds(1);

  /**
   * @throws OrchestratorException when the server cannot be read; what cannot be read of its past
   *     is unknown
   */
  public RestartReport read(InstanceAddress address, Deadline deadline) {
    TopologySnapshot known = topology.get();
    GhostReader ghostReader = new GhostReader(servers);
    List<Line> lines =
        known.linksTo(address).stream()
            .map(link -> Line.of(known, link.replica(), link.channel().name()))
            .toList();
    List<GhostReader.Read> replicas = ghostReader.readReplicas(lines, deadline);
    try (Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      Observed<Instant> startedAt = state.uptime().map(state.observedAt()::minus);
      LogsAfterRestart.Found found =
          new LogsAfterRestart(
                  session, new EarlierProcesses(incidents).startOfLast(state), deadline)
              .read();
      Observed<ProcessEnd> end = told(found.end());
      Observed<RecordedDurability> before =
          startedAt.flatMap(started -> settingsBefore(state.address(), started));
      List<ReplicaGhosts> ghosts = GhostReader.compare(replicas, state, found.logs());
      return new RestartReport(
          state.address(),
          startedAt,
          end,
          before,
          CrashJudgement.of(end, before)
              .withGhosts(ghosts.stream().anyMatch(each -> each.ghosts().areFound())),
          ghosts);
    }
  }

  private static Observed<ProcessEnd> told(Observed<ProcessEnd> end) {
    return end instanceof Observed.Absent<ProcessEnd>(String why) ? Observed.unknown(why) : end;
  }

  private Observed<RecordedDurability> settingsBefore(InstanceAddress address, Instant started) {
    return store
        .durabilityBefore(address, started.minus(UPTIME_STEP))
        .<Observed<RecordedDurability>>map(Observed::known)
        .orElse(Observed.unknown("this controller did not watch it before it started"));
  }
}
