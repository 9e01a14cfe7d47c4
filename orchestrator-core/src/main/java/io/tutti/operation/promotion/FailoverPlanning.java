package io.tutti.operation.promotion;

import io.tutti.detection.SourceDetector;
import io.tutti.detection.SourceRole;
import io.tutti.detection.SourceVerdict;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.fence.FencePlanning;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.parallelism.SettingsOfRoles;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.CoPrimaries;
import io.tutti.promotion.Floor;
import io.tutti.promotion.Follower;
import io.tutti.promotion.GroupMember;
import io.tutti.promotion.HalfTransaction;
import io.tutti.promotion.OfSource;
import io.tutti.promotion.Succession;
import io.tutti.spi.Deadline;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lets a replica take the place of a dead source.
 *
 * <ol>
 *   <li>The source is proved to be dead or frozen ({@link SourceDetector}), or a person says why it
 *       is done without a proof. One that answers is not failed over.
 *   <li>It is fenced: as it does not answer, as soon as it does.
 *   <li>Of its replicas one takes its place that has all that any has received ({@link
 *       Succession}), and nothing less than was seen before ({@link Floor}).
 *   <li>Then as {@link PromotionPlanner} says: it applies all, it is opened, the others follow it.
 *   <li>What each had, has, and lost is said.
 *   <li>Last, what is to go over does ({@link CarryOfLost}): nobody waits for it.
 * </ol>
 */
record FailoverPlanning(
    PromotionEnvironment environment,
    FencePlanning fencing,
    SettingsOfRoles settings,
    FailoverTerms.OfCluster terms)
    implements Planning {
  @Override
  public String goalKind() {
    return FailoverRequest.FAILOVER;
  }

  @Override
  public Class<FailoverRequest> request() {
    return FailoverRequest.class;
  }

  /** Of an intermediate source nobody waits for it: that is planned again. */
  @Override
  public Optional<Record> basis(Goal goal) {
    WorldView world = environment.world().get();
    InstanceAddress lost = world.topology().keptUnder(goal.request(FailoverRequest.class).source());
    return world
        .topology()
        .clusterOf(lost)
        .filter(cluster -> SourceRole.of(world.topology(), lost) != SourceRole.INTERMEDIATE)
        .map(cluster -> KnownOfCluster.of(environment, world, cluster, lost, terms.apply(cluster)));
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    FailoverRequest request = goal.request(FailoverRequest.class);
    WorldView world = environment.world().get();
    InstanceAddress lost = world.topology().keptUnder(request.source());
    Cluster cluster = GoalTarget.clusterOf(world.topology(), lost);
    requireSource(world, lost);
    List<String> notes = new ArrayList<>(List.of(proof(world, lost, request)));
    Surroundings around = environment.around(world, lost, deadline);
    if (around.away().isEmpty()) {
      throw alive(lost);
    }
    if (SourceRole.of(world.topology(), lost) == SourceRole.INTERMEDIATE) {
      return new IntermediateFailover(environment, world, around, lost, request)
          .plan(goal, cluster, notes, deadline);
    }
    notes.addAll(group(around, lost, request));
    notes.addAll(requireFree(environment, around, lost, FailoverPlanning::unsafe, deadline));
    FailoverTerms wanted = terms.apply(cluster);
    FailoverEvidence evidence =
        FailoverEvidence.of(world, around.world(), around.halves(), lost, request, wanted);
    Succession.Found found = succession(around, lost, evidence);
    notes.addAll(loss(around, lost, found, evidence));
    InstanceAddress successor = found.successor().address();
    around.requirePrivileges(
        environment.servers(), changed(found), Optional.of(successor), deadline);
    List<PlannedStep> steps =
        HoldStep.beside(fence(around, lost, notes), lost, cluster.name(), request.hold());
    AcksPlanner acks =
        AcksPlanner.of(around, lost, successor, found.followers(), false)
            .wanted(!request.leaves(Leave.ACKS, wanted));
    steps.addAll(acks.beforeOpening(new PromotionPlanner(around, lost).promoteFirst(found)));
    steps.addAll(
        PromotionSteps.forLater(
            environment, around, cluster, lost, successor, notes::add, deadline));
    steps.add(account(around, lost, successor, evidence.floor(), Optional.of(evidence)));
    SettingsOfRoles.Carried carried =
        new CarryOfLost(settings, world.topology(), lost, successor)
            .plan(what -> request.carries(what, wanted), found.channel());
    steps.addAll(carried.steps());
    notes.addAll(afterwards(world.topology(), lost, found, evidence));
    notes.addAll(acks.notes());
    notes.addAll(carried.notes());
    List<PlannedStep> own = own(steps, around, lost);
    return Plan.of(
            goal,
            Scope.ofTopology(cluster.name(), own.stream().map(PlannedStep::target).toList()),
            PromotionPlanner.goingOn(own, successor))
        .withNotes(Remedies.advice(notes).or("When %s is back: %s.", lost, Acts.rejoin(lost)))
        .withSuccessor(successor);
  }

  @Override
  public Plan planAgain(Plan shown, Deadline deadline) {
    return new FailoverPlanning(environment.after(shown), fencing, settings, terms)
        .plan(shown.goal(), deadline);
  }

  private static List<InstanceAddress> changed(Succession.Found found) {
    List<InstanceAddress> changed =
        new ArrayList<>(found.followers().following().stream().map(Follower::replica).toList());
    changed.add(found.successor().address());
    return changed;
  }

  /** Of who is to be rebuilt only what concerns the lost one itself. */
  private static List<PlannedStep> own(
      List<PlannedStep> steps, Surroundings around, InstanceAddress lost) {
    return steps.stream()
        .filter(
            step -> step.target().equals(lost) || around.world().rebuildOf(step.target()).isEmpty())
        .toList();
  }

  /** What people should know of each server then. */
  private static List<String> afterwards(
      TopologySnapshot topology,
      InstanceAddress lost,
      Succession.Found found,
      FailoverEvidence evidence) {
    List<String> notes =
        new ArrayList<>(
            PreparedNotes.of(topology, lost, found.successor().address(), false).toList());
    notes.addAll(found.errant());
    found.followers().left().forEach(left -> notes.add("Left out: %s.".formatted(left)));
    notes.add(
        "%s stays fenced: it refuses clients as soon as it answers again. %s"
            .formatted(lost, evidence.whenBack(lost)));
    return notes;
  }

  private static void requireSource(WorldView world, InstanceAddress lost) {
    noPlace(world, lost)
        .ifPresent(refused -> {
          throw unsafe(lost, refused.why(), refused.remedies());
        });
  }

  /** Why nobody can take its place, whoever its replicas are. Pure. */
  static Optional<Succession.Refused> noPlace(WorldView world, InstanceAddress lost) {
    if (world.topology().linksTo(lost).isEmpty()) {
      return Optional.of(
          new Succession.Refused(
              "nobody is known to replicate from it", Remedies.of(Acts.showTopology(lost))));
    }
    if (SourceRole.of(world.topology(), lost) == SourceRole.CO_PRIMARY
        && CoPrimaries.of(world.topology(), lost).isEmpty()) {
      return Optional.of(
          new Succession.Refused(
              "it replicates from %s, in a ring of more than two: who takes its place in the ring is not known"
                  .formatted(
                      world.topology().linksOf(lost).stream()
                          .map(ReplicationLink::source)
                          .toList()),
              Remedies.of("break the ring first").or(Acts.showTopology(lost))));
    }
    return Optional.empty();
  }

  /** A group replaces its own members: a person may know that it is gone as a whole. */
  private static List<String> group(
      Surroundings around, InstanceAddress lost, FailoverRequest request) {
    Optional<Succession.Refused> refused = inGroup(around.snapshot(), lost);
    if (refused.isPresent() && request.force().isEmpty()) {
      throw unsafe(lost, refused.get().why(), refused.get().remedies());
    }
    return refused.stream()
        .map(each ->
            "That nobody in the group of %s takes writes is taken for granted (%s): %s."
                .formatted(lost, request.force().orElse(""), each.why()))
        .toList();
  }

  /** Why a member of a group is not failed over without force. Pure. */
  static Optional<Succession.Refused> inGroup(TopologySnapshot topology, InstanceAddress lost) {
    return GroupMember.why(topology, lost)
        .map(why ->
            new Succession.Refused(
                why,
                GroupMember.remedies()
                    .or(
                        "if you know that no member of its group takes writes, or will: %s",
                        Acts.failoverByForce(lost))));
  }

  /** What refuses an operation. */
  interface Refusal {
    OrchestratorException of(InstanceAddress lost, String why, Remedies remedies);
  }

  /**
   * Who was left below a source that lost its place before does not become a second one.
   *
   * @return what people should know of those that could not be asked
   */
  static List<String> requireFree(
      PromotionEnvironment environment,
      Surroundings around,
      InstanceAddress lost,
      Refusal refusal,
      Deadline deadline) {
    FormerMembers.Look look = new FormerMembers(environment, lost).around(around, deadline);
    look.taken(lost)
        .ifPresent(taken -> {
          InstanceAddress left = around.snapshot().linksTo(lost).getFirst().replica();
          throw refusal.of(
              lost,
              "%s, so %s would be a second one".formatted(taken.sentence(), left),
              FormerMembers.remedies(taken.by(), left));
        });
    return look.silent().isEmpty()
        ? List.of()
        : List.of(
            "%s was in its cluster and does not answer: that it has not taken the place is not known."
                .formatted(
                    String.join(
                        ", ", look.silent().stream().map(InstanceAddress::toString).toList())));
  }

  /** By which it is dead, or why that is not asked for. */
  private static String proof(WorldView world, InstanceAddress lost, FailoverRequest request) {
    Node node = world.topology().find(lost).orElseThrow(() -> GoalTarget.unknown(lost.toString()));
    if (node.isReached()) {
      throw alive(lost);
    }
    Optional<SourceVerdict> verdict = SourceDetector.judge(world.topology(), node);
    boolean isProved =
        verdict
            .map(SourceVerdict::kind)
            .filter(kind -> kind == SourceVerdict.Kind.DEAD || kind == SourceVerdict.Kind.FROZEN)
            .isPresent();
    String said =
        verdict
            .map(each -> each.why() + " " + each.evidence())
            .orElse("it does not answer, and nothing more is known of it yet.");
    if (isProved) {
      return "%s is %s: %s"
          .formatted(lost, verdict.get().kind().name().toLowerCase(Locale.ROOT), said);
    }
    if (request.force().isEmpty()) {
      throw unsafe(
          lost,
          "it is not proved to be dead: " + said.replaceAll("\\.$", ""),
          Remedies.of("ask again in a few seconds")
              .or(
                  "if you know that it is, and that nobody can write to it: %s",
                  Acts.failoverByForce(lost)));
    }
    return "That %s is dead is not proved, and is taken for granted (%s): %s"
        .formatted(lost, request.force().get(), said);
  }

  private Succession.Found succession(
      Surroundings around, InstanceAddress lost, FailoverEvidence evidence) {
    return switch (evidence.succession(lost, environment.rules(around.world()))) {
      case Succession.Refused(String why, Remedies remedies) -> throw unsafe(lost, why, remedies);
      case Succession.Found found -> found;
    };
  }

  /** What was seen of it, and nobody has, or what proves that nobody was told of it. */
  private static List<String> loss(
      Surroundings around,
      InstanceAddress lost,
      Succession.Found found,
      FailoverEvidence evidence) {
    InstanceAddress successor = found.successor().address();
    Has has =
        FailoverEvidence.has(around.world(), lost, found)
            .orElseThrow(() ->
                unsafe(
                    lost,
                    "what %s has received is not known".formatted(successor),
                    Remedies.of(Acts.showInstance(successor))));
    List<String> lacking = evidence.missing(found, has);
    if (!lacking.isEmpty() && evidence.request().force().isEmpty()) {
      throw unsafe(
          lost,
          "%s lacks what was seen before, so it would be lost: %s"
              .formatted(successor, String.join("; ", lacking)),
          Remedies.of("bring %s back, or who has them".formatted(lost))
              .or("to lose them: %s", Acts.failoverByForce(lost)));
    }
    return Stream.concat(
            around.halves().stream().map(HalfTransaction::sentence),
            evidence.notes(found, has).stream())
        .toList();
  }

  private List<PlannedStep> fence(Surroundings around, InstanceAddress lost, List<String> notes) {
    if (environment.fences().find(lost).isPresent()) {
      notes.add("%s is fenced.".formatted(lost));
      return Plan.together(
          "receivers",
          around.snapshot().linksTo(lost).stream()
              .map(link -> FenceSteps.detach(lost, link.replica(), link.channel().name()))
              .toList());
    }
    return fencing
        .planOfAway(
            new FenceRequest(lost, Optional.of(FenceRequest.REPLACED), Optional.empty()).toGoal(),
            around.away().orElse(""))
        .steps();
  }

  /**
   * @param keeper who has all that was received then
   * @param evidence empty of an intermediate source, which takes no writes
   */
  static PlannedStep account(
      Surroundings around,
      InstanceAddress lost,
      InstanceAddress keeper,
      Floor floor,
      Optional<FailoverEvidence> evidence) {
    OfSource ofSource = OfSource.of(around.snapshot(), lost);
    List<AccountStep.Received> received = new ArrayList<>();
    for (ReplicationLink link : around.snapshot().linksTo(lost)) {
      Optional<InstanceState> state =
          around.snapshot().find(link.replica()).flatMap(Node::currentState);
      state
          .flatMap(read -> ofSource.has(read, link.channel()).asOptional())
          .ifPresent(has -> received.add(received(around.snapshot(), link.replica(), has)));
    }
    received.sort(Comparator.comparing(AccountStep.Received::server));
    return PlannedStep.of(
            AccountStep.KIND,
            keeper,
            "account",
            Nothing.NOTHING,
            "say what each server had received of %s, and has".formatted(lost))
        .withSeen(
            new AccountStep.Seen(
                received,
                gone(around.snapshot(), lost, floor, received),
                evidence.flatMap(FailoverEvidence::kept),
                evidence.map(each -> each.whenBack(lost)),
                evidence.map(
                    each -> new OpenStep.InPlaceOf(lost, around.world().membersBelow(lost)))))
        .affecting();
  }

  private static AccountStep.Received received(
      TopologySnapshot snapshot, InstanceAddress server, Has has) {
    return new AccountStep.Received(
        server, has, snapshot.find(server).flatMap(Node::state).map(InstanceState::observedAt));
  }

  /** Who cannot be read: the lost one, and replicas; in the way in which the others are. */
  private static List<AccountStep.Received> gone(
      TopologySnapshot snapshot,
      InstanceAddress lost,
      Floor floor,
      List<AccountStep.Received> read) {
    return floor.marks().stream()
        .filter(mark -> mark.isOfSource() || mark.replica().isPresent())
        .map(mark -> received(snapshot, mark.replica().orElse(lost), mark.has()))
        .filter(each -> read.stream().noneMatch(other -> other.server().equals(each.server())))
        .filter(each ->
            read.stream()
                .anyMatch(other -> other.received().getClass().equals(each.received().getClass())))
        .toList();
  }

  private static OrchestratorException alive(InstanceAddress lost) {
    return unsafe(
        lost,
        "it answers",
        Remedies.of("to let a replica take its place: %s", Acts.switchover(lost)));
  }

  static OrchestratorException unsafe(InstanceAddress lost, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.FAILOVER_NOT_SAFE,
        lost.toString(),
        "%s is not failed over: %s. Nothing was changed.".formatted(lost, why),
        remedies);
  }
}
