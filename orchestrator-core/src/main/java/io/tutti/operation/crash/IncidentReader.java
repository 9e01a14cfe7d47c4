package io.tutti.operation.crash;

import io.tutti.capability.Ports;
import io.tutti.crash.BootReport;
import io.tutti.crash.HostFate;
import io.tutti.crash.Incident;
import io.tutti.crash.Incident.Evidence;
import io.tutti.crash.LostLater;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessChange;
import io.tutti.crash.ProcessEnd;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.crash.LostOnSourceReader.Line;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.store.BootReports;
import io.tutti.store.Incidents;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks at what is not known of a restart yet. It reads, and changes nothing. The first look is at
 * the server alone, and at what was known of its replicas before: no other server may keep a source
 * unfenced that lost something for certain.
 */
public record IncidentReader(
    Servers servers,
    Incidents incidents,
    BootReports boots,
    Supplier<TopologySnapshot> topology,
    InstantSource clock) {

  public static IncidentReader of(Ports ports) {
    return new IncidentReader(
        ports.servers(),
        ports.records().incidents(),
        ports.stored().reports(),
        ports.topology(),
        ports.clock());
  }

  /** Where many binlogs must be looked at. */
  private static final Duration LOOK_MAX = Duration.ofSeconds(20);

  /** A replica that does not answer must not keep its source waiting. */
  private static final Duration REPLICA_MAX = Duration.ofSeconds(3);

  /** Of one that was restarted more often since, the one after that is not looked for. */
  private static final int LATER_MAX = 1_000;

  /** What a server says of how it was started: first lines, and around them. */
  private static final Duration STORY = Duration.ofMinutes(1);

  /** What is known after another look. */
  public Evidence look(Incident incident) {
    Evidence known = incident.evidence().withHost(host(incident));
    List<LostOnSourceByReplica> seen =
        known.lookedAt().isPresent() ? known.replicas() : replicas(incident);
    TopologySnapshot around = topology.get();
    List<Line> unread =
        seen.stream()
            .filter(each -> !each.isDecided() || each.lostOnSource().areFound())
            .map(each -> Line.of(around, each.address(), each.channel()))
            .toList();
    List<LostOnSourceReader.Read> replicas =
        known.lookedAt().isPresent()
            ? new LostOnSourceReader(servers).readReplicas(unread, Deadline.after(REPLICA_MAX))
            : LostOnSourceReader.asKnownBefore(unread);
    Deadline deadline = Deadline.after(LOOK_MAX);
    try (Session session = servers.open(incident.instance(), deadline)) {
      InstanceState state = session.read(deadline);
      Instant now = clock.instant();
      if (incident.ended().isOfAnotherServerThan(state.identity())) {
        return known.withReplicas(seen).givingUp("another server answers there by now", now);
      }
      LogsAfterRestart.Found found =
          logs(incident, session, state, around, deadline).read(known.end());
      Evidence reported = read(incident, known, found.end(), session, deadline);
      Observed<GtidSet> atStart = atStart(incident, session, state, reported.end(), deadline);
      List<LostOnSourceByReplica> lost =
          new LossFinder(servers, incident, around, deadline)
              .find(
                  replicas,
                  seen,
                  new LossFinder.Source(
                      session,
                      state,
                      found.logs(),
                      reported.end(),
                      atStart,
                      LostLater.of(incident, state, () -> latest(incident))));
      return reported.withStart(atStart).withReplicas(merged(seen, lost));
    } catch (OrchestratorException e) {
      return known.withReplicas(seen).postponed(e.observed());
    }
  }

  private List<Incident> latest(Incident incident) {
    return incidents.latest(Optional.of(incident.instance()), LATER_MAX);
  }

  /** What the reports of its host show by now. */
  public Observed<HostFate> host(Incident incident) {
    List<BootReport> reports =
        Stream.concat(
                Stream.of(incident.instance().host()),
                incident.ended().hostname().asOptional().stream())
            .distinct()
            .flatMap(host -> boots.of(host).stream())
            .toList();
    return HostFate.of(incident.ended(), incident.begun(), reports);
  }

  private List<LostOnSourceByReplica> replicas(Incident incident) {
    return topology.get().linksTo(incident.instance()).stream()
        .map(link ->
            new LostOnSourceByReplica(
                link.replica(),
                link.channel().name(),
                new LostOnSource.Unknown("it was not examined yet")))
        .toList();
  }

  /** One that was restarted again since still has the binlogs that report of it. */
  private LogsAfterRestart logs(
      Incident incident,
      Session session,
      InstanceState now,
      TopologySnapshot around,
      Deadline deadline) {
    return ProcessChange.since(incident.begun().startedAt(), now) == ProcessChange.RESTARTED
        ? LogsAfterRestart.of(session, incident, deadline)
        : LogsAfterRestart.of(session, now, new EarlierProcesses(incidents, around), deadline);
  }

  private Evidence read(
      Incident incident,
      Evidence known,
      Observed<ProcessEnd> found,
      Session session,
      Deadline deadline) {
    Observed<ProcessEnd> end = known.end().isUnknown() ? found : known.end();
    Observed<List<String>> story =
        known.errorLog().isUnknown() ? story(incident, session, deadline) : known.errorLog();
    return new Evidence(
        end,
        known.host(),
        story,
        known.replicas(),
        Optional.of(clock.instant()),
        known.givenUp(),
        known.atStart());
  }

  /** It is kept once it is known, as its binlogs may be purged. */
  static Observed<GtidSet> atStart(
      Incident incident,
      Session session,
      InstanceState state,
      Observed<ProcessEnd> end,
      Deadline deadline) {
    return incident.evidence().atStart().isKnown()
        ? incident.evidence().atStart()
        : new StartNames(session, state, deadline).read(end, incident.ended().seenByItsClock());
  }

  private static Observed<List<String>> story(
      Incident incident, Session session, Deadline deadline) {
    Instant start = incident.begun().startedAt().latest();
    Instant from =
        incident.ended().seenByItsClock().asOptional().filter(start::isAfter).orElse(start);
    return session.logs().errorLog(from, start.plus(STORY), deadline);
  }

  private static List<LostOnSourceByReplica> merged(
      List<LostOnSourceByReplica> seen, List<LostOnSourceByReplica> read) {
    List<LostOnSourceByReplica> all = new ArrayList<>();
    for (LostOnSourceByReplica each : seen) {
      all.add(read.stream().filter(each::isOfSame).findFirst().orElse(each));
    }
    return all;
  }
}
