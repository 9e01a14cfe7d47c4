package io.tutti.operation.rebuild;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import io.tutti.operation.server.Below;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.Attachment;
import io.tutti.spi.backup.BackupGuide;
import io.tutti.spi.backup.Coordinate;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Has a server replicate that somebody has put a copy in place of.
 *
 * <ol>
 *   <li>It is marked, and the last backup session of its donor since then shows where the copy is
 *       of: else it is refused.
 *   <li>It counts exactly what that session shows: a copy of the files, and it is only told where
 *       to go on. Else it is one of the rows, and is told what to count, too.
 *   <li>Of a donor that replicates from nobody the dump shows the place, and a person says it: it
 *       must be one that the donor has, and can go on from.
 *   <li>Whether the copy is in place nobody knows but who did it.
 * </ol>
 */
record AttachPlanning(RebuildEnvironment environment, Supplier<WorldView> world)
    implements ActPlanning {
  /** Sessions of a donor that are kept. */
  private static final int SESSIONS_MAX = 20;

  @Override
  public Act act() {
    return Act.ATTACH;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    RebuildRequest request = goal.request(RebuildRequest.class);
    InstanceAddress instance = request.instance();
    WorldView now = world.get();
    String cluster = GoalTarget.clusterOf(now.topology(), instance).name();
    RebuildMark mark = now.rebuildOf(instance).orElseThrow(() -> RebuildRefusal.notAsked(instance));
    if (request.at().isPresent()) {
      requireAccount(instance);
      return new DumpAttachment(environment, now.topology(), mark, request.at().get())
          .plan(goal, cluster, deadline);
    }
    BackupSession session = session(mark);
    if (session.channels().size() != 1) {
      throw RebuildRefusal.unsafe(
          instance,
          "%s replicates over %d channels".formatted(session.instance(), session.channels().size()),
          Remedies.of("attach each by hand, as %s shows", Acts.listBackups(session.instance()))
              .or("%s, then", Acts.unmark(instance)));
    }
    requireAccount(instance);
    try (Session target = environment.servers().open(instance, deadline)) {
      InstanceState state = target.read(deadline);
      GoalTarget.requireChannels(state);
      RebuildPlanner.requireNobodyBelow(
          instance, new Below(environment.servers(), now.topology()).of(state, deadline));
      BackupGuide guide = target.provider().backups(state.version().version());
      String channel = session.channels().getFirst().channel();
      Attachment way = fitted(way(session, state, guide), channel, state, guide);
      RebuildRefusal.requireVouched(environment.servers(), instance, way.source());
      RebuildPlanner planner = planner(target, state, session.instance(), guide);
      List<PlannedStep> steps = planner.attached(way, channel);
      target.control().requirePrivileges(ControlNeeds.toSalvage(true), deadline);
      return Plan.of(goal, Scope.of(cluster, List.of(instance)), steps)
          .withNotes(
              List.of(
                  "This relies on you: the copy of %s from the session %s is in place and complete."
                      .formatted(session.instance(), session.id())));
    }
  }

  /** To its source as that was read just now; as the session shows where it was not. */
  private Attachment fitted(
      Attachment way, String channel, InstanceState state, BackupGuide guide) {
    Optional<InstanceState> source =
        world.get().topology().find(way.source()).flatMap(Node::currentState);
    source.ifPresent(there -> RebuildPlanner.requireTls(state, channel, there));
    return source.map(there -> guide.towards(there, way)).orElse(way);
  }

  private RebuildPlanner planner(
      Session target, InstanceState state, InstanceAddress donor, BackupGuide guide) {
    return new RebuildPlanner(
        new RebuildFacts(
            state,
            Observed.absent("it was looked at"),
            Observed.absent("it was not asked"),
            donorOf(donor, state),
            Observed.absent("it was not asked")),
        target.provider().replicationStatements(state.version().version()),
        guide);
  }

  private InstanceState donorOf(InstanceAddress donor, InstanceState fallback) {
    return world.get().topology().find(donor).flatMap(node -> node.state()).orElse(fallback);
  }

  private BackupSession session(RebuildMark mark) {
    InstanceAddress donor =
        mark.donor()
            .orElseThrow(() ->
                RebuildRefusal.unsafe(
                    mark.instance(),
                    "no server was chosen yet that is copied for it",
                    Remedies.of(Acts.rebuild(mark.instance()))));
    return environment.sessions().latest(donor, SESSIONS_MAX).stream()
        .filter(each -> each.beganAt().isAfter(mark.since()))
        .findFirst()
        .orElseThrow(() ->
            RebuildRefusal.unsafe(
                mark.instance(),
                "%s was in no backup session since %s"
                    .formatted(donor, mark.since().truncatedTo(ChronoUnit.SECONDS)),
                Remedies.of(
                        "where the copy is a dump of a server that replicates from nobody: %s",
                        Acts.attachCopyAt(mark.instance()))
                    .or(Acts.rebuildByHand(mark.instance(), donor))));
  }

  private void requireAccount(InstanceAddress instance) {
    new RebuildPlanning(environment, world, Act.ATTACH).requireAccount(instance);
  }

  private static Attachment way(BackupSession session, InstanceState state, BackupGuide guide) {
    Attachment way =
        session.coordinates().attachments().stream()
            .findFirst()
            .orElseThrow(() ->
                RebuildRefusal.unsafe(
                    state.address(),
                    "the session %s of %s has no position to attach a copy at"
                        .formatted(session.id(), session.instance())));
    return countsThat(session, state, guide)
        ? new Attachment(way.by(), way.source(), List.of(way.statements().getLast()), way.when())
        : way;
  }

  /** The first coordinate is the one that a copy is attached by. */
  private static boolean countsThat(BackupSession session, InstanceState state, BackupGuide guide) {
    Optional<Coordinate> reported = session.coordinates().gtids().stream().findFirst();
    Optional<Coordinate> there = guide.coordinates(state).stream().findFirst();
    return reported.isPresent()
        && there.isPresent()
        && reported.get().value().isKnown()
        && reported.get().value().equals(there.get().value());
  }
}
