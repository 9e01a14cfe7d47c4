package io.tutti.operation.rejoin;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.errant.ErrantReport;
import io.tutti.operation.errant.FormerTransactions;
import io.tutti.operation.fence.ReplicaLifting;
import io.tutti.operation.fence.ReplicaLifting.Lifted;
import io.tutti.operation.promotion.PromotedAt;
import io.tutti.operation.promotion.PromotionSteps;
import io.tutti.operation.relocation.RelocationPlanner.Against;
import io.tutti.operation.server.AccountProof;
import io.tutti.operation.server.NewChannel;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.promotion.WrittenSince;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lets a source that lost its place become a replica of who has that now.
 *
 * <ol>
 *   <li>Find who has its place ({@link Place}), unless that is named.
 *   <li>Make sure that it has nothing which the new source lacks, that it lost nothing, and that
 *       the new source can serve it ({@link Homecoming}). It stays shut meanwhile.
 *   <li>Keep its events of the scheduler off: those of an all-mighty definer write to a replica,
 *       too.
 *   <li>Let it wait for no acknowledgements, and give them where the new source waits for some.
 *   <li>Attach it.
 *   <li>Lift its fence: it admits who reads, and refuses writes as a replica does.
 * </ol>
 */
record RejoinPlanning(
    Servers servers,
    Supplier<WorldView> world,
    Optional<Credentials> account,
    ReplicaLifting lifting,
    IntFunction<List<Operation>> operations)
    implements Planning {
  /** So many transactions that it has more are named with their rows. */
  private static final int NAMED_MAX = 5;

  /** So many operations are looked through for the one that gave its place away. */
  private static final int OPERATIONS_MAX = 1000;

  @Override
  public String goalKind() {
    return RejoinRequest.REJOIN;
  }

  @Override
  public Class<RejoinRequest> request() {
    return RejoinRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    RejoinRequest request = goal.request(RejoinRequest.class);
    InstanceAddress instance = request.instance();
    WorldView view = world.get();
    GoalTarget.clusterOf(view.topology(), instance);
    InstanceAddress source =
        request.below().orElseGet(() -> new Place(servers, view, instance).holder(deadline));
    String cluster = GoalTarget.clusterOf(view.topology(), source).name();
    Lifted lifted =
        view.fenceOf(instance)
            .map(fence -> lifting.plan(fence, view, deadline))
            .orElse(Lifted.NOTHING);
    try (Session here = servers.open(instance, deadline);
        Session there = servers.open(source, deadline)) {
      InstanceState former = here.read(deadline);
      InstanceState next = there.read(deadline);
      GoalTarget.requireChannels(former);
      GoalTarget.requireChannels(next);
      Homecoming home = new Homecoming(view, former, next);
      ByPlace byPlace = new ByPlace(home, promoted(home, operations), here, there);
      requireSafe(home, byPlace, lifted, deadline);
      FormerEvents events = FormerEvents.of(former, here, deadline);
      List<PlannedStep> steps = new ArrayList<>(events.step().stream().toList());
      List<String> more = new ArrayList<>(events.notes());
      if (!home.isAttached()) {
        NewChannel channel =
            requireMay(
                home,
                NewChannel.below(servers, view.topology(), next, instance, here, there, deadline),
                here,
                there,
                deadline);
        more.addAll(channel.notes());
        PromotionSteps.acksOfFormer(
                former, next, here.provider().replicationStatements(former.version().version()))
            .ifPresent(steps::add);
        steps.add(attached(home, byPlace, channel));
      }
      ServerVersion version = former.version().version();
      PromotionSteps.nextStartOfFormer(
              former,
              here.provider().replicationStatements(version),
              here.provider().fencing(version))
          .ifPresent(steps::add);
      steps.addAll(lifted.steps());
      return Plan.of(goal, Scope.of(cluster, touched(instance, source, steps)), steps)
          .withNotes(Stream.concat(notes(home, byPlace, lifted).stream(), more.stream()).toList());
    }
  }

  static Optional<PromotedAt> promoted(Homecoming home, IntFunction<List<Operation>> operations) {
    return home.isByPlace()
        ? PromotedAt.of(
            home.world().topology(), home.former().address(), operations.apply(OPERATIONS_MAX))
        : Optional.empty();
  }

  private static PlannedStep attached(Homecoming home, ByPlace byPlace, NewChannel channel) {
    InstanceAddress former = home.former().address();
    InstanceAddress source = home.source().address();
    return home.isByPlace()
        ? PromotionSteps.attachFormer(
            former, source, byPlace.end(), byPlace.place(), channel.options())
        : PromotionSteps.attachFormer(former, source, channel.options());
  }

  private static List<InstanceAddress> touched(
      InstanceAddress instance, InstanceAddress source, List<PlannedStep> steps) {
    return Stream.concat(Stream.of(instance, source), steps.stream().map(PlannedStep::target))
        .distinct()
        .toList();
  }

  private void requireSafe(Homecoming home, ByPlace byPlace, Lifted lifted, Deadline deadline) {
    List<Against> against = new ArrayList<>(home.against());
    if (against.isEmpty() && !home.isAttached()) {
      (home.isByPlace() ? byPlace.against(deadline) : more(home, deadline)).ifPresent(against::add);
    }
    if (!lifted.against().isEmpty()) {
      against.add(
          new Against(
              String.join(" ", lifted.against()).replaceAll("\\.$", ""),
              lifted.remedies().or(home.copied())));
    }
    if (!against.isEmpty()) {
      throw RejoinRefusal.of(home.former().address(), against);
    }
  }

  private Optional<Against> more(Homecoming home, Deadline deadline) {
    InstanceAddress former = home.former().address();
    FormerTransactions transactions = new FormerTransactions(servers, home.former(), home.source());
    return switch (transactions.names()) {
      case Observed.Known<GtidSet>(GtidSet more) when more.isEmpty() -> Optional.empty();
      case Observed.Known<GtidSet>(GtidSet more) ->
          Optional.of(
              new Against(
                  "it has %s that %s lacks: %s%s"
                      .formatted(
                          WrittenSince.counted(more),
                          home.source().address(),
                          more,
                          rows(transactions.read(NAMED_MAX, deadline))),
                  Remedies.of("look at them: %s", Acts.showErrant(former))
                      .or(
                          "to keep them: write their rows again on %s, and then copy that over %s as well",
                          home.source().address(), former)
                      .or(home.copied())));
      default ->
          Optional.of(
              new Against(
                  "whether it has what %s lacks is not known: %s"
                      .formatted(home.source().address(), transactions.names()),
                  Remedies.of(Acts.showInstance(former))));
    };
  }

  /** What the first of them do. */
  private static String rows(ErrantReport report) {
    List<String> said = new ArrayList<>();
    for (ErrantReport.Transaction each : report.transactions()) {
      said.add(
          "%s: %s"
              .formatted(
                  each.gtid(),
                  each.content().map(lines -> String.join(", ", lines)).asOptional().orElse("?")));
    }
    said.addAll(report.notes());
    return said.isEmpty() ? "" : " (" + String.join("; ", said) + ")";
  }

  /** What would be refused once it is under way is refused before. */
  private NewChannel requireMay(
      Homecoming home, NewChannel channel, Session here, Session there, Deadline deadline) {
    InstanceAddress former = home.former().address();
    InstanceAddress source = home.source().address();
    here.control().requirePrivileges(ControlNeeds.toPromote(), deadline);
    if (!there.isVouched()) {
      throw new OrchestratorException(
          ErrorCode.SERVER_UNTRUSTED,
          source.toString(),
          "%s would be given the password of replicas, and is known only from what other servers report. Nothing was changed."
              .formatted(source),
          Remedies.of(Acts.trust(source)));
    }
    Credentials as =
        account.orElseThrow(() ->
            RejoinRefusal.of(
                former,
                "no account of replicas is known",
                Remedies.of(
                    "set tutti.replication.user and tutti.replication.password (TUTTI_REPLICATION_USER, TUTTI_REPLICATION_PASSWORD)")));
    AccountProof proof =
        AccountProof.of(
            new AccountProof.Wanted(former, source, as, channel.options().isTls()),
            here,
            there,
            deadline);
    // The attachment is the first that is done: where nothing is told, it tells.
    proof
        .against(proof.found() == AccountProof.Found.UNKNOWN)
        .ifPresent(why -> {
          throw RejoinRefusal.of(former, why, proof.remedies());
        });
    return channel.with(proof);
  }

  private static List<String> notes(Homecoming home, ByPlace byPlace, Lifted lifted) {
    List<String> notes = new ArrayList<>();
    if (home.isAttached()) {
      notes.add(
          "%s replicates from %s already."
              .formatted(home.former().address(), home.source().address()));
    } else {
      notes.add(
          "%s has all that %s has.".formatted(home.source().address(), home.former().address()));
    }
    if (home.isByPlace() && !home.isAttached()) {
      notes.add(byPlace.note());
    }
    home.fetches()
        .map(lacking -> "%s fetches %s then.".formatted(home.former().address(), lacking))
        .ifPresent(notes::add);
    notes.addAll(lifted.notes());
    return notes;
  }
}
