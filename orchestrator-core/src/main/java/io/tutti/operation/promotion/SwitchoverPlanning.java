package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.operation.server.AccountProof;
import io.tutti.operation.server.NewChannel;
import io.tutti.operation.server.Servers.Session;
import io.tutti.operation.server.StoredAccount;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.promotion.BinlogDetail;
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.Follower;
import io.tutti.promotion.GroupMember;
import io.tutti.promotion.PlannedSuccession;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.ChannelOptions;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lets a replica take the place of a source that lives.
 *
 * <ol>
 *   <li>The source answers, takes writes, and replicates from nobody.
 *   <li>A replica can take its place ({@link PlannedSuccession}), and takes no writes yet.
 *   <li>The account may do all of it, on each server.
 *   <li>What is to go over can ({@link CarryPlanning}).
 *   <li>The account of replicas is known, a channel of the old source takes it, and it is let in at
 *       the next one ({@link AccountProof}): the old source is to replicate from there.
 * </ol>
 */
record SwitchoverPlanning(PromotionEnvironment environment, SettingsOfRoles settings)
    implements Planning {

  @Override
  public String goalKind() {
    return SwitchoverRequest.SWITCHOVER;
  }

  @Override
  public Class<SwitchoverRequest> request() {
    return SwitchoverRequest.class;
  }

  /** How a cluster is failed over does not matter to it. */
  @Override
  public Optional<Record> basis(Goal goal) {
    WorldView world = environment.world().get();
    InstanceAddress old =
        world.topology().keptUnder(goal.request(SwitchoverRequest.class).source());
    return world
        .topology()
        .clusterOf(old)
        .map(cluster -> KnownOfCluster.of(environment, world, cluster, old, FailoverTerms.USUAL));
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    SwitchoverRequest asked = goal.request(SwitchoverRequest.class);
    WorldView world = environment.world().get();
    InstanceAddress old = world.topology().keptUnder(asked.source());
    Cluster cluster = GoalTarget.clusterOf(world.topology(), old);
    Surroundings around = environment.around(world, old, deadline);
    requireSource(around, old);
    requireNoGroup(old, old, around);
    requireAlone(around, old, deadline);
    Optional<CoPrimaries> mutual = CoPrimaries.of(around.snapshot(), old);
    Optional<InstanceAddress> to =
        asked.to().map(around.snapshot()::keptUnder).or(() -> mutual.map(CoPrimaries::other));
    if (mutual.isPresent() && !to.equals(mutual.map(CoPrimaries::other))) {
      throw unsafe(
          old,
          "it replicates from %s, so only that can take its place".formatted(mutual.get().other()),
          Remedies.of("name that, or none"));
    }
    PlannedSuccession succession =
        PlannedSuccession.of(around.world(), old, to, environment.rules(around.world()));
    return switch (succession) {
      case PlannedSuccession.Refused(String why, Remedies remedies) ->
          throw unsafe(old, why, remedies);
      case PlannedSuccession.Found found ->
          plan(goal, new Found(around, cluster, asked.of(old, to), found, mutual), deadline);
    };
  }

  @Override
  public Plan planAgain(Plan shown, Deadline deadline) {
    return new SwitchoverPlanning(environment.after(shown), settings).plan(shown.goal(), deadline);
  }

  /** Who takes the place, and all that is known of it. */
  private record Found(
      Surroundings around,
      Cluster cluster,
      SwitchoverRequest request,
      PlannedSuccession.Found of,
      Optional<CoPrimaries> mutual) {}

  private Plan plan(Goal goal, Found found, Deadline deadline) {
    Surroundings around = found.around();
    SwitchoverRequest request = found.request();
    InstanceAddress old = request.source();
    InstanceState successor = found.of().successor();
    requireShut(old, successor);
    requireNoGroup(old, successor.address(), around);
    requireStartAgain(around, old, found.of());
    requireMay(around, old, found.of(), found.mutual().isEmpty(), deadline);
    Optional<NewChannel> channel =
        found.mutual().isPresent()
            ? Optional.empty()
            : Optional.of(requireLetIn(request, found.of(), deadline));
    AcksPlanner acks = acks(around, request, found.of(), deadline);
    CarryPlanning.Result carry =
        new CarryPlanning(environment, settings)
            .plan(request, found.of(), found.mutual(), deadline);
    SwitchoverPlanner planner =
        new SwitchoverPlanner(
            around,
            request,
            found.of(),
            found.mutual(),
            acks,
            carry.carried().with(givePlace(found)),
            channel.map(NewChannel::options).orElse(ChannelOptions.NONE));
    requireMayKeep(planner, deadline);
    List<PlannedStep> steps = planner.steps();
    List<String> notes = notes(around, old, found.of(), found.mutual().isPresent());
    notes.addAll(prepared(old, successor.address()));
    planner.starts().map(NextStartPlanner::note).flatMap(Optional::stream).forEach(notes::add);
    notes.addAll(acks.notes());
    channel.map(NewChannel::notes).ifPresent(notes::addAll);
    notes.addAll(carry.notes());
    return Plan.of(goal, Scope.ofTopology(found.cluster().name(), touched(old, steps)), steps)
        .withNotes(notes)
        .withSuccessor(successor.address());
  }

  private PlannedStep givePlace(Found found) {
    return GivePlaceStep.planned(
        environment, found.cluster(), found.request().source(), found.of().successor().address());
  }

  private List<String> prepared(InstanceAddress old, InstanceAddress next) {
    return PreparedNotes.of(environment.world().get().topology(), old, next, true).toList();
  }

  private void requireMayKeep(SwitchoverPlanner planner, Deadline deadline) {
    planner
        .starts()
        .map(NextStartPlanner::step)
        .flatMap(Optional::stream)
        .forEach(step -> NextStartStep.requireMay(environment, step, deadline));
  }

  /** No cluster loses its acknowledgements without a word. */
  private AcksPlanner acks(
      Surroundings around,
      SwitchoverRequest request,
      PlannedSuccession.Found found,
      Deadline deadline) {
    InstanceAddress old = request.source();
    InstanceAddress next = found.successor().address();
    AcksPlanner acks = AcksPlanner.of(around, old, next, found.followers(), true);
    boolean isLeft = request.leave().contains(Leave.ACKS);
    if (!isLeft && acks.roles().lost().isPresent()) {
      throw unsafe(
          old,
          "its commits are acknowledged by replicas (semi-sync), and those on %s would not be: %s"
              .formatted(next, acks.roles().lost().get()),
          Remedies.of("load semi-sync there, and let enough replicas acknowledge")
              .or("do without: --leave acks"));
    }
    requireMaySet(acks.next().stream().map(PlannedStep::target), deadline);
    requireMaySet(acks.old().stream().map(PlannedStep::target), deadline);
    return acks.wanted(!isLeft);
  }

  private void requireMaySet(Stream<InstanceAddress> servers, Deadline deadline) {
    servers.forEach(address -> {
      try (Session server = environment.servers().open(address, deadline)) {
        server.control().ackControl().ifPresent(each -> each.requirePrivileges(deadline));
      }
    });
  }

  /** A step on the old source acts on the next one, too. */
  private static List<InstanceAddress> touched(InstanceAddress old, List<PlannedStep> steps) {
    List<InstanceAddress> touched =
        new ArrayList<>(steps.stream().map(PlannedStep::target).toList());
    touched.add(old);
    return touched;
  }

  /** What takes writes in a group is the group's to say, and so is read_only. */
  private static void requireNoGroup(
      InstanceAddress old, InstanceAddress member, Surroundings around) {
    GroupMember.why(around.snapshot(), member)
        .ifPresent(why -> {
          throw unsafe(
              old,
              member.equals(old) ? why : "of %s: %s".formatted(member, why),
              Remedies.of("let the group change who takes writes, by its own means"));
        });
  }

  /** One that took its place while it was away would write beside the new one, too. */
  private void requireAlone(Surroundings around, InstanceAddress old, Deadline deadline) {
    new FormerMembers(environment, old)
        .around(around, deadline)
        .taken(old)
        .ifPresent(taken -> {
          throw unsafe(old, taken.sentence(), FormerMembers.remedies(taken.by(), old));
        });
  }

  private static void requireSource(Surroundings around, InstanceAddress old) {
    around
        .away()
        .ifPresent(why -> {
          throw unsafe(
              old,
              "it does not answer: " + why,
              Remedies.of("if it is dead: %s", Acts.failover(old)));
        });
    InstanceState state = around.snapshot().find(old).flatMap(Node::currentState).orElseThrow();
    if (!state.knownChannels().isEmpty()) {
      requireReplicatesBack(around, old, state);
    }
    if (around.snapshot().linksTo(old).isEmpty()) {
      throw unsafe(
          old, "nobody is known to replicate from it", Remedies.of(Acts.showTopology(old)));
    }
    if (around.world().fenceOf(old).isPresent()) {
      throw unsafe(old, "it is fenced", Remedies.of(Acts.unfence(old)));
    }
    if (!state.writeProtection().acceptsWrites().is(true)) {
      throw unsafe(
          old,
          "it takes no writes (read_only), or this is not known, and the next one would",
          Remedies.of("let it take writes first").or(Acts.showInstance(old)));
    }
  }

  /** What the other co-primary has written is to be on the old one, and to come there later. */
  private static void requireReplicatesBack(
      Surroundings around, InstanceAddress old, InstanceState state) {
    Channel channel = state.knownChannels().getFirst();
    if (CoPrimaries.of(around.snapshot(), old).isEmpty()) {
      throw unsafe(
          old,
          "it replicates from %s itself".formatted(channel.source()),
          Remedies.of(
                  "only of two servers that replicate from each other the one can give its place to"
                      + " the other")
              .or(Acts.showTopology(old)));
    }
    if (!channel.isReplicating()) {
      throw unsafe(
          old,
          "its replication from %s does not run, and it is to go on there"
              .formatted(channel.source()),
          Remedies.of("start it, or find out why it stopped: %s", Acts.showInstance(old)));
    }
  }

  /** All of them are stopped before the next one is opened, and started again where that fails. */
  private static void requireStartAgain(
      Surroundings around, InstanceAddress old, PlannedSuccession.Found found) {
    List<InstanceAddress> stopped =
        new ArrayList<>(found.followers().following().stream().map(Follower::replica).toList());
    stopped.add(found.successor().address());
    for (ReplicationLink link : around.snapshot().linksTo(old)) {
      if (stopped.contains(link.replica())) {
        StoredAccount.withoutOne(link.replica(), link.channel())
            .ifPresent(why -> {
              throw unsafe(old, why, StoredAccount.remedies(link.replica()));
            });
      }
    }
  }

  private static void requireShut(InstanceAddress old, InstanceState next) {
    if (!next.writeProtection().readOnly().is(true)) {
      throw unsafe(
          old,
          "%s takes writes itself, or this is not known (read_only is %s)"
              .formatted(next.address(), next.writeProtection().readOnly()),
          Remedies.of("set read_only to ON on %s, and try again".formatted(next.address())));
    }
  }

  private void requireMay(
      Surroundings around,
      InstanceAddress old,
      PlannedSuccession.Found found,
      boolean isAttached,
      Deadline deadline) {
    InstanceAddress next = found.successor().address();
    List<InstanceAddress> changed = new ArrayList<>();
    found.followers().following().stream().map(Follower::replica).forEach(changed::add);
    changed.add(next);
    around.requirePrivileges(environment.servers(), changed, Optional.of(next), deadline);
    try (Session server = environment.servers().open(old, deadline)) {
      server.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
      server.fence().requirePrivileges(deadline);
      if (isAttached) {
        Surroundings.requireVouched(
            server, old, "be given a password to replicate from %s".formatted(next));
      }
    }
  }

  /** The old one logs in there as a replica, as the next one does to it now. */
  private NewChannel requireLetIn(
      SwitchoverRequest asked, PlannedSuccession.Found found, Deadline deadline) {
    InstanceAddress old = asked.source();
    InstanceAddress next = found.successor().address();
    Credentials replica =
        environment
            .replica()
            .orElseThrow(() ->
                unsafe(
                    old,
                    "no account of replicas is known, by which it is to replicate from %s"
                        .formatted(next),
                    Remedies.of(
                        "set tutti.replication.user and tutti.replication.password"
                            + " (TUTTI_REPLICATION_USER, TUTTI_REPLICATION_PASSWORD)")));
    try (Session former = environment.servers().open(old, deadline);
        Session server = environment.servers().open(next, deadline)) {
      NewChannel channel =
          NewChannel.alike(found.successor(), found.channel(), old, former, server, deadline);
      AccountProof proof =
          AccountProof.of(
              new AccountProof.Wanted(old, next, replica, channel.options().isTls()),
              former,
              server,
              deadline);
      proof
          .against(asked.accountUnproved())
          .ifPresent(why -> {
            throw unsafe(
                old,
                "it could not replicate from %s: %s".formatted(next, why),
                proof.remedies(
                    Remedies.of(
                        "take it on that this is not shown: %s", Acts.switchoverUnproved(old))));
          });
      return channel.with(proof);
    }
  }

  private static List<String> notes(
      Surroundings around, InstanceAddress old, PlannedSuccession.Found found, boolean isMutual) {
    InstanceAddress next = found.successor().address();
    List<String> notes = new ArrayList<>();
    notes.add(
        isMutual
            ? "Checked: %s and %s replicate from each other without an error; both go on. Who replicates from %s now stays there."
                .formatted(next, old, old)
            : "Checked: %s replicates from %s without an error, writes its binlog as that does, and has nothing of its own."
                .formatted(next, old));
    new BinlogDetail(around.snapshot(), old).sentence(next).ifPresent(notes::add);
    found
        .followers()
        .left()
        .forEach(left ->
            notes.add(
                "Stays below %s, which replicates from %s then: %s.".formatted(old, next, left)));
    Optional.ofNullable(around.words().get(old)).stream()
        .flatMap(words -> words.guide().leftOpen().stream())
        .forEach(sentence -> notes.add("Left open on %s: %s".formatted(old, sentence)));
    return notes;
  }

  private static OrchestratorException unsafe(InstanceAddress old, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.SWITCHOVER_NOT_SAFE,
        old.toString(),
        "%s cannot give its place away: %s. Nothing was changed.".formatted(old, why),
        remedies);
  }
}
