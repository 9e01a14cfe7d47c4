package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.relocation.RelocationPlanner.Against;
import io.tutti.operation.server.AccountProof;
import io.tutti.operation.server.NewChannel;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.promotion.NotProved;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lets a server that replicates from nobody replicate from another one.
 *
 * <ol>
 *   <li>By GTID, and nothing is lost or repeated: it has nothing that the source lacks, and the
 *       source still has in its binlogs all that it lacks. Of co-primaries: the replica has nothing
 *       of its own, which would come to its source.
 *   <li>It takes no writes; of co-primaries the replica takes none.
 *   <li>The account of replicas is let in there.
 * </ol>
 */
record JoinPlanning(Servers servers, Supplier<WorldView> world, Optional<Credentials> account)
    implements Planning {
  static final String ACCOUNT =
      "set tutti.replication.user and tutti.replication.password (TUTTI_REPLICATION_USER,"
          + " TUTTI_REPLICATION_PASSWORD)";

  private static final Remedies TAKING_ON =
      Remedies.of("ask again with accountUnproved, which takes on that this is not shown");

  @Override
  public String goalKind() {
    return JoinRequest.JOIN;
  }

  @Override
  public Class<JoinRequest> request() {
    return JoinRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    JoinRequest request = goal.request(JoinRequest.class);
    WorldView view = world.get();
    InstanceAddress instance = request.instance();
    String cluster = GoalTarget.clusterOf(view.topology(), request.from()).name();
    GoalTarget.clusterOf(view.topology(), instance);
    Scope scope = Scope.of(cluster, List.of(instance, request.from()));
    try (Session session = servers.open(instance, deadline);
        Session there = servers.open(request.from(), deadline)) {
      // Whose rows count is read first, so that the other one has all that it had.
      InstanceState first = (request.isMutual() ? there : session).read(deadline);
      InstanceState second = (request.isMutual() ? session : there).read(deadline);
      InstanceState target = request.isMutual() ? second : first;
      InstanceState source = request.isMutual() ? first : second;
      GoalTarget.requireChannels(target);
      GoalTarget.requireChannels(source);
      if (isJoined(target, request)) {
        return Plan.of(goal, scope, List.of());
      }
      List<Against> against = against(view, request, target, source);
      if (!against.isEmpty()) {
        throw unsafe(request, against);
      }
      NewChannel alike =
          NewChannel.below(
              servers, view.topology(), source, request.instance(), session, there, deadline);
      NewChannel channel = requireMay(request, alike, session, there, deadline);
      List<String> notes = new ArrayList<>(notes(request, target, source));
      notes.addAll(channel.notes());
      return Plan.of(goal, scope, List.of(step(request, channel.options()))).withNotes(notes);
    }
  }

  private static boolean isJoined(InstanceState target, JoinRequest request) {
    return target.knownChannels().size() == 1
        && target.knownChannels().getFirst().source().equals(request.from())
        && target.knownChannels().getFirst().isReplicating();
  }

  private static List<Against> against(
      WorldView view, JoinRequest request, InstanceState target, InstanceState source) {
    SourceFitness fitness = new SourceFitness(target, source);
    List<Optional<Against>> all = new ArrayList<>();
    all.add(free(target));
    all.add(place(view, request));
    all.add(kept(view, request.instance()));
    all.add(kept(view, request.from()));
    all.add(fitness.passesOn());
    all.add(fitness.filters());
    all.add(fitness.version());
    all.add(mode(target));
    all.add(mode(source));
    all.add(shut(request.isMutual() ? source : target));
    all.add(own(request, target, source));
    all.add(purged(target, source));
    return all.stream().flatMap(Optional::stream).toList();
  }

  private static Optional<Against> no(boolean isSo, String why, Remedies remedies) {
    return isSo ? Optional.of(new Against(why, remedies)) : Optional.empty();
  }

  private static Optional<Against> free(InstanceState target) {
    return no(
        !target.knownChannels().isEmpty(),
        "%s replicates already".formatted(target.address()),
        Remedies.of("move it to another source instead"));
  }

  private static Optional<Against> place(WorldView view, JoinRequest request) {
    boolean isAbove =
        view.topology().linksOf(request.from()).stream()
            .map(ReplicationLink::source)
            .anyMatch(request.instance()::equals);
    if (request.instance().equals(request.from())) {
      return no(true, "they are the same server", Remedies.of("name another server"));
    }
    if (request.isMutual()) {
      return no(
          !isAbove,
          "%s does not replicate from %s".formatted(request.from(), request.instance()),
          Remedies.of("name a direct replica of it"));
    }
    return no(
        isAbove,
        "%s replicates from %s, so both would replicate from each other"
            .formatted(request.from(), request.instance()),
        Remedies.of("let them be co-primaries, if that is wanted"));
  }

  private static Optional<Against> kept(WorldView view, InstanceAddress server) {
    return no(
            view.fenceOf(server).isPresent(),
            "%s is fenced".formatted(server),
            Remedies.of("if it lost its place to another server: %s", Acts.rejoin(server))
                .or("if nobody has its place: %s", Acts.unfence(server)))
        .or(() ->
            no(
                view.rebuildOf(server).isPresent(),
                "%s is marked to be rebuilt".formatted(server),
                Remedies.of(Acts.showInstance(server))));
  }

  private static Optional<Against> mode(InstanceState state) {
    boolean isByUuid =
        state.gtid().executed().asOptional().filter(MySqlGtidSet.class::isInstance).isPresent();
    return no(
        state.gtid().executed().asOptional().isEmpty()
            || (isByUuid && !state.gtid().mode().is("ON")),
        "%s has no GTIDs (gtid_mode is %s), and without them nothing proves what it has"
            .formatted(state.address(), state.gtid().mode()),
        Remedies.of("switch GTIDs on, or attach it by hand, by position"));
  }

  private static Optional<Against> shut(InstanceState state) {
    return no(
        !state.writeProtection().readOnly().is(true),
        "%s takes writes, or this is not known".formatted(state.address()),
        Remedies.of("set read_only to ON on %s".formatted(state.address())));
  }

  private static Optional<Against> own(
      JoinRequest request, InstanceState target, InstanceState source) {
    InstanceState whose = request.isMutual() ? source : target;
    InstanceState other = request.isMutual() ? target : source;
    Observed<GtidSet> lacking = NotProved.at(other, whose);
    return no(
        lacking.asOptional().filter(GtidSet::isEmpty).isEmpty(),
        ownWrites(
            target.address(),
            new JoinStep.Work(source.address(), request.isMutual(), ChannelOptions.NONE),
            lacking),
        Remedies.of("look at its errant transactions").or(Acts.rebuild(whose.address())));
  }

  /** What one has, and the other one does not. */
  static String ownWrites(InstanceAddress target, JoinStep.Work work, Observed<GtidSet> lacking) {
    return "what %s has and %s lacks is %s"
        .formatted(
            work.isMutual() ? work.source() : target,
            work.isMutual() ? target : work.source(),
            lacking);
  }

  /** Servers of domains answer with an error where a binlog is gone, and then it is undone. */
  private static Optional<Against> purged(InstanceState target, InstanceState source) {
    if (!(source.gtid().executed() instanceof Observed.Known<GtidSet>(MySqlGtidSet executed))) {
      return Optional.empty();
    }
    Observed<GtidSet> lacking =
        source.gtid().purged().flatMap(purged -> target.gtid().executed().map(purged::minus));
    return no(
        lacking.asOptional().filter(GtidSet::isEmpty).isEmpty(),
        "what %s has purged from its binlogs and %s lacks is %s"
            .formatted(source.address(), target.address(), lacking),
        Remedies.of(
            "copy %s first, or name a server that still has them".formatted(source.address())));
  }

  private NewChannel requireMay(
      JoinRequest request, NewChannel channel, Session session, Session there, Deadline deadline) {
    session.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
    if (!there.isVouched()) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          request.from().toString(),
          "%s would be given the password of replicas, and is known only from what other servers report. Nothing was changed."
              .formatted(request.from()),
          Remedies.of(Acts.trust(request.from())));
    }
    Credentials as =
        account.orElseThrow(() ->
            unsafe(
                request,
                List.of(new Against("no account of replicas is known", Remedies.of(ACCOUNT)))));
    AccountProof proof =
        AccountProof.of(
            new AccountProof.Wanted(
                request.instance(), request.from(), as, channel.options().isTls()),
            session,
            there,
            deadline);
    proof
        .against(request.accountUnproved())
        .ifPresent(why -> {
          throw unsafe(request, List.of(new Against(why, proof.remedies(TAKING_ON))));
        });
    return channel.with(proof);
  }

  private static PlannedStep step(JoinRequest request, ChannelOptions options) {
    return PlannedStep.of(
            JoinStep.KIND,
            request.instance(),
            FenceSteps.receiverAspect(""),
            new JoinStep.Work(request.from(), request.isMutual(), options),
            "let %s replicate from %s, by GTID".formatted(request.instance(), request.from()))
        .withBounds(
            new PlannedStep.Bounds(
                PositionPlanner.BESIDE_WAITING, PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting(
            Effect.of(
                Effect.Kind.SOURCE_CHANGED,
                request.instance(),
                request.from().toString(),
                Effect.Lasts.ONCE));
  }

  private static List<String> notes(
      JoinRequest request, InstanceState target, InstanceState source) {
    if (request.isMutual()) {
      return List.of(
          "Clients must write to one of the two only: %s takes no writes, and stays so."
              .formatted(request.from()));
    }
    return source
        .gtid()
        .executed()
        .flatMap(all -> target.gtid().executed().map(all::minus))
        .asOptional()
        .filter(lacking -> !lacking.isEmpty())
        .map(lacking -> "%s fetches %s then.".formatted(target.address(), lacking))
        .stream()
        .toList();
  }

  private static OrchestratorException unsafe(JoinRequest request, List<Against> against) {
    return new OrchestratorException(
        ErrorCode.RELOCATION_NOT_SAFE,
        request.instance().toString(),
        "%s cannot replicate from %s: %s. Nothing was changed."
            .formatted(
                request.instance(),
                request.from(),
                String.join("; ", against.stream().map(Against::why).toList())),
        against.stream().map(Against::remedies).reduce(Remedies.none(), Remedies::or));
  }
}
