package io.tutti.operation.errant;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationStatements;
import io.tutti.topology.Cluster;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Has the source of a cluster count the errant transactions of a replica as executed.
 *
 * <ol>
 *   <li>They have UUIDs: a domain counts up, and what was written beside its numbers has no name
 *       that another server could take.
 *   <li>None has the UUID of the source: those the source has lost, and may give their names away
 *       again.
 *   <li>The source is the topmost one, takes writes, and is not fenced: the empty transactions come
 *       to all servers from there.
 * </ol>
 */
record InjectPlanning(Servers servers, Supplier<WorldView> world) implements Planning {
  /** More is a server that was written to for long: it is rebuilt. */
  static final int INJECTED_MAX = 1_000;

  @Override
  public String goalKind() {
    return InjectRequest.INJECT;
  }

  @Override
  public Class<InjectRequest> request() {
    return InjectRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    InstanceAddress instance = goal.request(InjectRequest.class).instance();
    WorldView view = world.get();
    Cluster cluster = GoalTarget.clusterOf(view.topology(), instance);
    ErrantReader.Pair pair = new ErrantReader(servers, () -> view).compare(instance, deadline);
    InstanceAddress top = top(view.topology(), pair.source().address());
    MySqlGtidSet names = names(instance, pair);
    Scope scope = Scope.of(cluster.name(), List.of(instance, top));
    if (names.isEmpty()) {
      return Plan.of(goal, scope, List.of());
    }
    try (Session session = servers.open(top, deadline)) {
      InstanceState state = session.read(deadline);
      requireTakes(view, instance, state);
      MySqlGtidSet left = requireNotOf(instance, names, state);
      if (left.isEmpty()) {
        return Plan.of(goal, scope, List.of());
      }
      session.control().requirePrivileges(ControlNeeds.toSkip(ControlNeeds.Skip.BY_GTID), deadline);
      ReplicationStatements statements =
          session.provider().replicationStatements(state.version().version());
      return Plan.of(goal, scope, List.of(step(instance, top, left, statements)))
          .withNotes(
              List.of(
                  "The rows stay as they are: what these transactions changed on %s is on no other server, and is reported no more."
                      .formatted(instance),
                  "Every server of the cluster counts them as executed, so none will ever fetch"
                      + " them. This cannot be undone.",
                  "Look first what each of them changed."));
    }
  }

  private static MySqlGtidSet names(InstanceAddress instance, ErrantReader.Pair pair) {
    return switch (pair.names()) {
      case Observed.Known<GtidSet>(MySqlGtidSet names) -> names;
      case Observed.Known<GtidSet>(GtidSet names) when names.isEmpty() -> MySqlGtidSet.EMPTY;
      case Observed.Known<GtidSet>(GtidSet names) ->
          throw unsafe(
              instance,
              "%s are of domains, which count up: no other server can take such a GTID for an empty transaction"
                  .formatted(names),
              Remedies.of(Acts.rebuild(instance))
                  .or("or never promote it: tag it promotion=must_not"));
      case Observed.Absent<GtidSet>(String why) ->
          throw unsafe(instance, why, Remedies.of(Acts.showInstance(instance)));
      case Observed.Unknown<GtidSet>(String why) ->
          throw unsafe(
              instance, "they are not known: " + why, Remedies.of(Acts.showInstance(instance)));
    };
  }

  /** The one that replicates from nobody. */
  private static InstanceAddress top(TopologySnapshot snapshot, InstanceAddress source) {
    InstanceAddress top = snapshot.keptUnder(source);
    Set<InstanceAddress> seen = new HashSet<>();
    while (!snapshot.linksOf(top).isEmpty()) {
      List<ReplicationLink> above = snapshot.linksOf(top);
      if (above.size() > 1 || !seen.add(top)) {
        throw unsafe(
            top,
            "it replicates from several servers or in a ring, so there is no topmost source",
            Remedies.of(Acts.showTopology(top)));
      }
      top = above.getFirst().source();
    }
    return top;
  }

  private static void requireTakes(WorldView view, InstanceAddress instance, InstanceState top) {
    if (view.fenceOf(top.address()).isPresent()
        || !top.writeProtection().acceptsWrites().is(true)) {
      throw unsafe(
          instance,
          "the source %s takes no writes or is fenced, or this is not known"
              .formatted(top.address()),
          Remedies.of(Acts.showInstance(top.address())));
    }
  }

  /** What the topmost one has is errant no more, as soon as it has come down. */
  private static MySqlGtidSet requireNotOf(
      InstanceAddress instance, MySqlGtidSet names, InstanceState top) {
    if (!(top.gtid().executed() instanceof Observed.Known<GtidSet>(MySqlGtidSet executed))) {
      throw unsafe(
          instance,
          "what %s has executed is %s".formatted(top.address(), top.gtid().executed()),
          Remedies.of(Acts.showInstance(top.address())));
    }
    MySqlGtidSet left = names.minus(executed);
    MySqlGtidSet lost = left.writtenBy(top.identity().serverUuid().asOptional(), 0);
    if (!top.identity().serverUuid().isKnown() || !lost.isEmpty()) {
      throw unsafe(
          instance,
          "%s were written on %s, which has lost them and may give these names to others"
              .formatted(lost, top.address()),
          Remedies.of(Acts.showCrash(top.address())));
    }
    long count = left.transactionCount().orElse(Long.MAX_VALUE);
    if (count > INJECTED_MAX) {
      throw unsafe(
          instance,
          "there are %d, and %d at most are injected".formatted(count, INJECTED_MAX),
          Remedies.of(Acts.rebuild(instance)));
    }
    return left;
  }

  private static PlannedStep step(
      InstanceAddress instance,
      InstanceAddress top,
      MySqlGtidSet names,
      ReplicationStatements statements) {
    List<MySqlGtid> first = ErrantReader.enumerate(names, 3);
    List<String> said =
        first.stream().flatMap(each -> statements.skipTransaction(each).stream()).toList();
    return PlannedStep.of(
            InjectStep.KIND,
            top,
            "gtids",
            new InjectStep.Work(names, instance),
            "let %s count %s as executed, by an empty transaction for each. This cannot be undone"
                .formatted(top, names))
        .withStatements(said.toArray(String[]::new))
        .affecting(
            Effect.of(Effect.Kind.TRANSACTION_SKIPPED, top, names.toString(), Effect.Lasts.ONCE));
  }

  private static OrchestratorException unsafe(
      InstanceAddress instance, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.SKIP_NOT_SAFE,
        instance.toString(),
        "The errant transactions of %s are not injected: %s. Nothing was changed."
            .formatted(instance, why),
        remedies);
  }
}
