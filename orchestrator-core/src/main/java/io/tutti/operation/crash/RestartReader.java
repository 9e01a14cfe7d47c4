package io.tutti.operation.crash;

import io.tutti.crash.CrashJudgement;
import io.tutti.crash.Ghosts;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.crash.RestartReport.OfReplica;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.LogFile;
import io.tutti.store.FleetStore;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Reads how a server's process ended before the one that runs now, and what that may have cost. */
public record RestartReader(
    Servers servers, FleetStore store, Supplier<TopologySnapshot> topology) {
  /** A server counts how long it runs in whole seconds. */
  private static final Duration UPTIME_STEP = Duration.ofSeconds(1);

  /**
   * @throws OrchestratorException when the server cannot be read; what cannot be read of its past
   *     is unknown
   */
  public RestartReport read(InstanceAddress address, Deadline deadline) {
    List<Read> replicas =
        topology.get().linksTo(address).stream().map(link -> replica(link, deadline)).toList();
    try (Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      Observed<Instant> startedAt = state.uptime().map(state.observedAt()::minus);
      Observed<ProcessEnd> end = new LastLog(session.logs()).end(deadline);
      Observed<RecordedDurability> before =
          startedAt.flatMap(started -> settingsBefore(state.address(), started));
      List<OfReplica> ghosts = ghosts(replicas, state, files(session, deadline));
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

  /** A replica, as it was read before its source. */
  private record Read(ReplicationLink link, Observed<InstanceState> state) {}

  private Read replica(ReplicationLink link, Deadline deadline) {
    try (Session session = servers.open(link.replica(), deadline)) {
      return new Read(link, Observed.known(session.read(deadline)));
    } catch (OrchestratorException e) {
      return new Read(link, Observed.unknown(e.observed()));
    }
  }

  private static Observed<List<LogFile>> files(Session source, Deadline deadline) {
    try {
      return Observed.known(source.logs().files(deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private static List<OfReplica> ghosts(
      List<Read> replicas, InstanceState source, Observed<List<LogFile>> files) {
    return replicas.stream()
        .map(read ->
            new OfReplica(
                read.link().replica(),
                read.link().channel().name(),
                switch (read.state()) {
                  case Observed.Known<InstanceState>(InstanceState replica) ->
                      replica.knownChannels().stream()
                          .filter(channel -> channel.name().equals(read.link().channel().name()))
                          .findFirst()
                          .map(channel -> Ghosts.of(replica, channel, source, files))
                          .orElse(new Ghosts.Unknown("it replicates from elsewhere meanwhile"));
                  case Observed.Absent<InstanceState>(String why) -> new Ghosts.Unknown(why);
                  case Observed.Unknown<InstanceState>(String why) -> new Ghosts.Unknown(why);
                }))
        .toList();
  }

  private Observed<RecordedDurability> settingsBefore(InstanceAddress address, Instant started) {
    return store
        .durabilityBefore(address, started.minus(UPTIME_STEP))
        .<Observed<RecordedDurability>>map(Observed::known)
        .orElse(Observed.unknown("this controller did not watch it before it started"));
  }
}
