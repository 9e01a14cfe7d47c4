package io.tutti.operation.promotion;

import io.tutti.crash.Incident;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ThreadState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.fence.FenceEnvironment;
import io.tutti.operation.fence.FencePlanning;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.promotion.Adoption;
import io.tutti.promotion.Boundary;
import io.tutti.promotion.Followers;
import io.tutti.promotion.GroupMember;
import io.tutti.promotion.Succession;
import io.tutti.spi.Deadline;
import io.tutti.topology.Cluster;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Leaves a crashed source behind.
 *
 * <ol>
 *   <li>It is fenced, or made sure that nobody receives from it.
 *   <li>A replica takes its place ({@link Succession}, {@link PromotionPlanner}); or, where it
 *       replicates from another one itself, its replicas replicate from that one ({@link
 *       Adoption}).
 *   <li>The incident keeps what became of it.
 * </ol>
 */
record ResolvePlanning(
    FenceEnvironment environment, FencePlanning fencing, PromotionEnvironment promotion)
    implements Planning {

  @Override
  public String goalKind() {
    return ResolveRequest.RESOLVE;
  }

  @Override
  public Plan planAgain(Plan shown, Deadline deadline) {
    return new ResolvePlanning(environment, fencing, promotion.after(shown))
        .plan(shown.goal(), deadline);
  }

  /** What a plan is made of so far. */
  private record Draft(
      ResolveRequest request,
      Incident incident,
      PromotionPlanner planner,
      List<PlannedStep> steps,
      List<Remedy> notes) {
    void note(String line) {
      notes.add(Remedy.advice(line));
    }

    Surroundings around() {
      return planner.around();
    }

    InstanceAddress lost() {
      return planner.lost();
    }

    void leave(Followers followers) {
      followers.left().forEach(left -> note("Left out, to be rebuilt: %s.".formatted(left)));
    }
  }

  @Override
  public Class<ResolveRequest> request() {
    return ResolveRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    ResolveRequest request = goal.request(ResolveRequest.class);
    Incident incident = requireToResolve(request);
    WorldView world = environment.world().get();
    TopologySnapshot known = world.topology();
    InstanceAddress lost = known.keptUnder(request.instance());
    Cluster cluster = GoalTarget.clusterOf(known, lost);
    Surroundings around =
        Surroundings.read(
            environment.servers(), world, lost, environment.clock().instant(), deadline);
    if (around.snapshot().linksTo(lost).isEmpty()) {
      throw nothing(lost, "it has no known replicas");
    }
    around.away().ifPresent(why -> requireUnreachable(around, lost, why));
    Draft draft =
        new Draft(
            request,
            incident,
            new PromotionPlanner(around, lost),
            new ArrayList<>(),
            new ArrayList<>());
    fence(draft, deadline);
    List<PlannedStep> begun = HoldStep.beside(draft.steps(), lost, cluster.name(), request.hold());
    draft.steps().clear();
    draft.steps().addAll(begun);
    boolean isAdopted = isIntermediate(around, lost);
    InstanceAddress by = isAdopted ? adopt(draft, deadline) : promote(draft, cluster, deadline);
    draft.steps().add(draft.planner().keep(incident.id(), by));
    draft
        .notes()
        .add(
            Remedy.of(
                "%s stays fenced, and the incident stays open: %s shows what to do with it.",
                lost, Acts.showIncident(incident.id())));
    // One that is marked is left as it is: the fence keeps it from the lost one.
    List<PlannedStep> steps =
        draft.steps().stream()
            .filter(step ->
                step.target().equals(lost) || around.world().rebuildOf(step.target()).isEmpty())
            .toList();
    Plan plan =
        Plan.of(
                goal,
                Scope.ofTopology(cluster.name(), steps.stream().map(PlannedStep::target).toList()),
                PromotionPlanner.goingOn(steps, by))
            .withNotes(new Remedies(draft.notes()));
    return isAdopted ? plan : plan.withSuccessor(by);
  }

  private Incident requireToResolve(ResolveRequest request) {
    Incident incident =
        environment
            .incidents()
            .find(request.incident())
            .orElseThrow(() ->
                new OrchestratorException(
                    ErrorCode.UNKNOWN_INCIDENT,
                    request.incident(),
                    "There is no incident %s. Nothing was changed.".formatted(request.incident()),
                    Remedies.of(Acts.listIncidents())));
    if (incident.replacement().isPresent()) {
      throw nothing(
          request.instance(),
          "%s took its place before".formatted(incident.replacement().get().by()));
    }
    if (!incident.isOpen() || !incident.isSuspect()) {
      throw nothing(
          request.instance(),
          "the %s is closed, or has cost nothing as far as is known".formatted(incident));
    }
    return incident;
  }

  /**
   * One that cannot be fenced may still be served by its clients: it is left behind only where its
   * replicas cannot reach it either, or the operator's hook sees to it.
   */
  private void requireUnreachable(Surroundings around, InstanceAddress lost, String why) {
    List<ReplicationLink> links = around.snapshot().linksTo(lost);
    boolean reached =
        links.stream().anyMatch(link -> link.channel().receiver().state() == ThreadState.RUNNING);
    boolean tried =
        links.stream()
            .anyMatch(link -> link.channel().receiver().state() == ThreadState.CONNECTING);
    if (reached || (!tried && environment.hook().program().isEmpty())) {
      throw unsafe(
          lost,
          "it cannot be fenced, as it does not answer (%s), and %s"
              .formatted(
                  why,
                  reached
                      ? "a replica still receives from it"
                      : "whether its replicas and clients reach it is not known"),
          Remedies.of("bring it back, so that it can be fenced")
              .or("set tutti.fence.hook to a program that switches it off, and try again"));
    }
  }

  /** Of one that is fenced before, what its replicas receive is stopped only. */
  private void fence(Draft draft, Deadline deadline) {
    InstanceAddress lost = draft.lost();
    if (environment.fences().find(lost).isPresent()) {
      draft
          .steps()
          .addAll(
              Plan.together(
                  "receivers",
                  draft.around().snapshot().linksTo(lost).stream()
                      .map(link -> FenceSteps.detach(lost, link.replica(), link.channel().name()))
                      .toList()));
      draft.note("%s is fenced.".formatted(lost));
      return;
    }
    Plan fence =
        fencing.plan(
            new FenceRequest(
                    lost,
                    Optional.of("its restart may have cost commits"),
                    Optional.of(draft.incident().id()))
                .toGoal(),
            deadline);
    draft.steps().addAll(fence.steps());
    draft.notes().addAll(fence.notes().list());
  }

  private static boolean isIntermediate(Surroundings around, InstanceAddress lost) {
    Observed<Boolean> replica =
        around
            .snapshot()
            .find(lost)
            .flatMap(Node::state)
            .map(InstanceState::isReplica)
            .orElse(Observed.unknown("it was never read"));
    return replica
        .asOptional()
        .orElseThrow(() ->
            unsafe(
                lost,
                "whether it replicates from another one is not known: " + replica,
                Remedies.of(Acts.showInstance(lost))));
  }

  private InstanceAddress promote(Draft draft, Cluster cluster, Deadline deadline) {
    Surroundings around = draft.around();
    GroupMember.why(around.snapshot(), draft.lost())
        .ifPresent(why -> {
          throw unsafe(draft.lost(), why, GroupMember.remedies());
        });
    FailoverPlanning.requireFree(promotion, around, draft.lost(), ResolvePlanning::unsafe, deadline)
        .forEach(draft::note);
    Optional<InstanceAddress> wanted = draft.request().promote().map(around.snapshot()::keptUnder);
    Observed<Boundary> boundary = boundary(draft, deadline);
    Succession succession =
        Succession.of(
            around.world(),
            draft.lost(),
            new Succession.Terms(
                draft.incident().evidence().replicas(),
                wanted,
                boundary.asOptional(),
                promotion.rules(around.world()),
                to -> Acts.promote(draft.incident().id(), to)));
    return switch (succession) {
      case Succession.Refused(String why, Remedies remedies) ->
          throw unsafe(draft.lost(), why, remedies);
      case Succession.Found found -> {
        InstanceAddress successor = found.successor().address();
        List<InstanceAddress> changed = changed(found.followers());
        changed.add(successor);
        around.requirePrivileges(environment.servers(), changed, Optional.of(successor), deadline);
        AcksPlanner acks =
            AcksPlanner.of(around, draft.lost(), successor, found.followers(), false);
        draft.steps().addAll(acks.beforeOpening(draft.planner().promote(found)));
        acks.notes().forEach(draft::note);
        draft
            .steps()
            .addAll(
                PromotionSteps.forLater(
                    promotion, around, cluster, draft.lost(), successor, draft::note, deadline));
        prepared(draft, successor).forEach(draft::note);
        found.errant().forEach(draft::note);
        LostWithSource lostWith =
            new LostWithSource(around.snapshot(), draft.lost(), draft.incident());
        lostWith.since(found, boundary.asOptional()).ifPresent(draft.notes()::add);
        draft.leave(found.followers());
        lostWith.usedAgain().ifPresent(draft.notes()::add);
        events(draft, successor, deadline).forEach(draft::note);
        yield successor;
      }
    };
  }

  private List<String> prepared(Draft draft, InstanceAddress successor) {
    return PreparedNotes.of(
            environment.world().get().topology(),
            draft.lost(),
            successor,
            draft.around().away().isEmpty())
        .toList();
  }

  private Observed<Boundary> boundary(Draft draft, Deadline deadline) {
    if (draft.around().away().isPresent()) {
      return Observed.unknown(draft.around().away().get());
    }
    try (Session server = environment.servers().open(draft.lost(), deadline)) {
      return ProcessBoundary.read(server, draft.incident(), deadline);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** What a scheduler ran on the source runs nowhere then, unless a person lets it. */
  private List<String> events(Draft draft, InstanceAddress successor, Deadline deadline) {
    return new EventNotes(
            successor,
            events(successor, deadline),
            draft
                .around()
                .away()
                .map(Observed::<ScheduledEvents>unknown)
                .orElseGet(() -> events(draft.lost(), deadline)))
        .toList();
  }

  private Observed<ScheduledEvents> events(InstanceAddress address, Deadline deadline) {
    try (Session server = environment.servers().open(address, deadline)) {
      return server.control().events(deadline);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private InstanceAddress adopt(Draft draft, Deadline deadline) {
    Surroundings around = draft.around();
    InstanceState source = requireSource(draft);
    InstanceAddress to = source.address();
    Optional<InstanceAddress> promote = draft.request().promote();
    if (promote.filter(name -> !name.equals(to)).isPresent()) {
      throw unsafe(
          draft.lost(),
          "it replicates from %s itself, so nothing is promoted: its replicas are moved there"
              .formatted(to),
          Remedies.of("name no server to promote"));
    }
    Followers followers = Adoption.of(around.snapshot(), draft.lost(), source);
    if (followers.following().isEmpty() || (promote.isEmpty() && !followers.left().isEmpty())) {
      throw unsafe(
          draft.lost(),
          "not all of its replicas can replicate from %s: %s"
              .formatted(
                  to,
                  String.join(
                      "; ",
                      followers.left().stream().map(Followers.LeftBehind::toString).toList())),
          Remedies.of(
              "name it, and these are left out, to be rebuilt: %s",
              Acts.promote(draft.incident().id(), to)));
    }
    around.requirePrivileges(environment.servers(), changed(followers), Optional.empty(), deadline);
    draft.steps().addAll(draft.planner().follow(followers, to, Optional.empty()));
    draft.leave(followers);
    return to;
  }

  /** The one that the intermediate source replicates from. */
  private static InstanceState requireSource(Draft draft) {
    TopologySnapshot snapshot = draft.around().snapshot();
    List<ReplicationLink> above = snapshot.linksOf(draft.lost());
    return Optional.of(above)
        .filter(links -> links.size() == 1)
        .flatMap(links -> snapshot.find(links.getFirst().source()))
        .flatMap(Node::currentState)
        .orElseThrow(() ->
            unsafe(
                draft.lost(),
                "it replicates from %s, of which one must answer, and be the only one"
                    .formatted(above.stream().map(ReplicationLink::source).toList()),
                Remedies.of("bring its source back")));
  }

  private static List<InstanceAddress> changed(Followers followers) {
    List<InstanceAddress> changed = new ArrayList<>();
    followers.following().forEach(follower -> changed.add(follower.replica()));
    return changed;
  }

  private static OrchestratorException nothing(InstanceAddress lost, String why) {
    return new OrchestratorException(
        ErrorCode.NOTHING_TO_RESOLVE,
        lost.toString(),
        "There is nothing to resolve for %s: %s. Nothing was changed.".formatted(lost, why),
        Remedies.of(Acts.showCrash(lost)));
  }

  private static OrchestratorException unsafe(InstanceAddress lost, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.RESOLVE_NOT_SAFE,
        lost.toString(),
        "%s cannot be replaced: %s. Nothing was changed.".formatted(lost, why),
        remedies);
  }
}
