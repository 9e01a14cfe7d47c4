package io.tutti.operation.backup;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.operation.Planning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.store.BackupSessions;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Cluster;
import io.tutti.topology.TopologySnapshot;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Starts exactly what ran before the session, and lets the server go. */
record EndPlanning(
    Servers servers,
    BackupSessions sessions,
    InstantSource clock,
    Supplier<TopologySnapshot> topology)
    implements Planning {

  @Override
  public String goalKind() {
    return EndRequest.END;
  }

  @Override
  public boolean releases() {
    return true;
  }

  @Override
  public Class<EndRequest> request() {
    return EndRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    EndRequest request = goal.request(EndRequest.class);
    BackupSession session =
        sessions
            .find(request.session())
            .filter(each -> each.instance().equals(request.instance()))
            .orElseThrow(() -> BackupLeases.unknown(request.instance(), request.session()));
    if (!session.isOpen()) {
      throw BackupLeases.over(session);
    }
    if (request.expired() && !session.isExpired(clock.instant())) {
      throw new OrchestratorException(
          ErrorCode.OPERATION_STATE,
          session.instance().toString(),
          "The %s was renewed until %s. Nothing was changed."
              .formatted(session, session.expiresAt()),
          List.of());
    }
    // A server that is not watched any more is let go all the same.
    String cluster =
        topology
            .get()
            .clusterOf(session.instance())
            .map(Cluster::name)
            .orElse(session.instance().toString());
    try (Session server = servers.open(session.instance(), deadline)) {
      InstanceState now = server.read(deadline);
      boolean isAsked = session.wasAskedToStop(now, now.stopsAsked());
      List<BackupSession.Held> stay =
          session.channels().stream()
              .filter(held -> (isAsked || session.wentOn(held, now)) && isStopped(held, now))
              .toList();
      return Plan.of(
              goal,
              Scope.of(cluster, List.of(session.instance())),
              steps(
                  session, stay, server.provider().replicationStatements(now.version().version())))
          .withNotes(
              stay.stream()
                  .map(held ->
                      session.wentOn(held, now) ? wentOn(session, held) : asked(session, held))
                  .toList());
    }
  }

  /** One that continued is not stopped by the session any more. */
  private static boolean isStopped(BackupSession.Held held, InstanceState now) {
    return HeldReplica.find(now, held.channel())
        .filter(channel -> HeldReplica.isStopped(channel) && HeldReplica.error(channel).isEmpty())
        .isPresent();
  }

  private static String asked(BackupSession session, BackupSession.Held held) {
    return "Somebody else has asked %s to stop replication since the session began: its applier%s stays stopped."
        .formatted(session.instance(), Channel.ofChannel(held.channel()));
  }

  private static String wentOn(BackupSession session, BackupSession.Held held) {
    return "The applier%s of %s has applied more since the session began, and is stopped: somebody else has started and stopped it, and it stays so."
        .formatted(Channel.ofChannel(held.channel()), session.instance());
  }

  private static List<PlannedStep> steps(
      BackupSession session, List<BackupSession.Held> stay, ReplicationStatements statements) {
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(
        PlannedStep.of(
            InspectStep.KIND,
            session.instance(),
            "inspection",
            new OfSession(session.id()),
            "check whether the appliers of %s were left alone".formatted(session.instance())));
    for (BackupSession.Held held : session.channels()) {
      if (held.ran() && !stay.contains(held)) {
        String name = held.channel();
        steps.add(
            PlannedStep.of(
                    ThawStep.KIND,
                    session.instance(),
                    "applier." + name,
                    new ThawStep.Work(name, session.id()),
                    "start the applier%s of %s"
                        .formatted(Channel.ofChannel(name), session.instance()))
                .withStatements(statements.start(ReplicationThread.APPLIER, name)));
      }
    }
    steps.add(
        PlannedStep.of(
            ReleaseStep.KIND,
            session.instance(),
            "session",
            new OfSession(session.id()),
            "end the " + session));
    return steps.stream().map(PlannedStep::affecting).toList();
  }
}
