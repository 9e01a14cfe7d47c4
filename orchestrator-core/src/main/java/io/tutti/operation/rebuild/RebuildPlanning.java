package io.tutti.operation.rebuild;

import io.tutti.crash.Incident;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.backup.BeginPlanning;
import io.tutti.operation.backup.BeginRequest;
import io.tutti.operation.rebuild.RebuildRequest.Act;
import io.tutti.operation.server.Below;
import io.tutti.operation.server.Lacking;
import io.tutti.operation.server.ReadAgain;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.CloneControl;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.CloneStatus;
import io.tutti.spi.backup.SourceDump;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds the server to copy, and has the planner say how. Where the server cannot copy it by itself,
 * or is not to, a backup session on the donor keeps the place that a copy is made of.
 */
record RebuildPlanning(RebuildEnvironment environment, Supplier<WorldView> world, Act act)
    implements ActPlanning {

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    RebuildRequest request = goal.request(RebuildRequest.class);
    WorldView now = world.get();
    InstanceAddress instance = request.instance();
    String cluster = GoalTarget.clusterOf(now.topology(), instance).name();
    requireAsked(now, instance);
    try (Session target = environment.servers().open(instance, deadline)) {
      InstanceState state = target.read(deadline);
      GoalTarget.requireChannels(state);
      Donors known = new Donors(now, state);
      Donors donors =
          known.in(
              ReadAgain.of(
                  now,
                  request.donor().map(List::of).orElseGet(known::others),
                  environment.servers(),
                  deadline));
      InstanceAddress chosen = request.donor().map(donors::require).orElseGet(donors::best);
      try (Session donor = environment.servers().open(chosen, deadline)) {
        RebuildPlanner planner = planner(now, state, target, donor, deadline);
        planner.requireNobodyBelow();
        Optional<String> byHand =
            act == Act.BY_HAND ? Optional.of("it was asked for") : planner.whyByHand();
        Scope scope = Scope.of(cluster, List.of(instance, chosen));
        return byHand
            .map(why -> byHand(goal, request, planner, why, deadline, scope))
            .orElseGet(
                () -> byItself(goal, request, planner, new Sides(target, donor), deadline, scope));
      }
    }
  }

  private record Sides(Session target, Session donor) {}

  private static void requireAsked(WorldView now, InstanceAddress instance) {
    boolean isAsked =
        now.rebuildOf(instance).isPresent()
            || now.incidentsOf(instance).stream().anyMatch(Incident::isSuspect);
    if (!isAsked) {
      throw RebuildRefusal.notAsked(instance);
    }
    now.backupOf(instance)
        .ifPresent(session -> {
          throw RebuildRefusal.unsafe(
              instance,
              "it is in the backup session " + session.id(),
              Remedies.of(Acts.endBackup(instance, session.id())));
        });
  }

  private RebuildPlanner planner(
      WorldView now, InstanceState state, Session target, Session donor, Deadline deadline) {
    InstanceState there = donor.read(deadline);
    GoalTarget.requireChannels(there);
    Observed<CloneStatus> isCopied = isCopied(target, donor, deadline);
    boolean isNone = isCopied instanceof Observed.Absent<CloneStatus>;
    return new RebuildPlanner(
        new RebuildFacts(
            state,
            new Below(environment.servers(), now.topology()).of(state, deadline),
            isNone ? isCopied : copying(target, CloneControl.Role.RECIPIENT, deadline),
            there,
            isCopied),
        target.provider().replicationStatements(state.version().version()),
        target.provider().backups(state.version().version()));
  }

  /** Nobody is asked for privileges that only a copy takes where one of the two cannot. */
  private Observed<CloneStatus> isCopied(Session target, Session donor, Deadline deadline) {
    try {
      return copying(donor, CloneControl.Role.DONOR, deadline);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.MISSING_PRIVILEGE
          && copying(target, CloneControl.Role.RECIPIENT, deadline)
              instanceof Observed.Absent<CloneStatus> none) {
        return none;
      }
      throw e;
    }
  }

  private Observed<CloneStatus> copying(
      Session session, CloneControl.Role role, Deadline deadline) {
    if (act == Act.BY_HAND) {
      return Observed.absent("it was not asked");
    }
    return session.readCopy(role, deadline);
  }

  private static CloneControl cloning(Session session, InstanceAddress address) {
    return session.cloning().orElseThrow(Lacking.in(address, CloneStep.COPY));
  }

  private Plan byItself(
      Goal goal,
      RebuildRequest request,
      RebuildPlanner planner,
      Sides sides,
      Deadline deadline,
      Scope scope) {
    // CLONE gives both of them the password of this account.
    RebuildRefusal.requireVouched(
        environment.servers(), request.instance(), "be given a password to copy another server");
    RebuildRefusal.requireVouched(
        environment.servers(), planner.donor(), "be given a password to be copied");
    CloneControl recipient = cloning(sides.target(), request.instance());
    recipient.requirePrivileges(CloneControl.Role.RECIPIENT, deadline);
    cloning(sides.donor(), planner.donor()).requirePrivileges(CloneControl.Role.DONOR, deadline);
    sides.target().control().requirePrivileges(ControlNeeds.toSalvage(false), deadline);
    if (planner.needsAccount()) {
      requireAccount(request.instance());
    }
    List<PlannedStep> steps = planner.steps(request.why(), recipient.statements(planner.donor()));
    return Plan.of(goal, scope, steps)
        .withNotes(
            Remedies.of(
                    "All that %s has is lost, and copied again from %s.",
                    request.instance(), planner.donor())
                .or(
                    "Put skip_replica_start into the option file of %s: the copy has the channels"
                        + " of %s.",
                    request.instance(), planner.donor())
                .or(
                    "Where nothing restarts its process, it stays down after the copy (error 3707):"
                        + " Tutti waits until somebody starts it.")
                .or("Its fence stays: %s, afterwards.", Acts.unfence(request.instance())));
  }

  void requireAccount(InstanceAddress instance) {
    if (environment.replica().isEmpty()) {
      throw RebuildRefusal.unsafe(
          instance,
          "no account of replicas is known that it could replicate with",
          "set tutti.replication.user and tutti.replication.password");
    }
  }

  private Plan byHand(
      Goal goal,
      RebuildRequest request,
      RebuildPlanner planner,
      String why,
      Deadline deadline,
      Scope scope) {
    if (planner.facts().donor().knownChannels().isEmpty()) {
      return dumped(goal, request, planner, why, scope);
    }
    Plan session =
        new BeginPlanning(environment.servers(), world)
            .plan(
                new BeginRequest(
                        planner.donor().toString(),
                        false,
                        Optional.empty(),
                        BeginRequest.LEASE_USUAL,
                        BeginRequest.DEADLINE_USUAL)
                    .toGoal(),
                deadline);
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(RebuildPlanner.mark(request.instance(), Optional.of(planner.donor()), request.why()));
    steps.addAll(session.steps());
    return Plan.of(goal, scope, steps)
        .withNotes(
            Remedies.of("%s is not copied by the server itself: %s.", planner.donor(), why)
                .or(
                    "Then copy %s within its session (%s shows the tools and their options), put"
                        + " the copy in place of what %s has, start it with skip_slave_start"
                        + " (skip_replica_start), and run:",
                    planner.donor(), Acts.listBackups(planner.donor()), request.instance())
                .or(Acts.endBackup(planner.donor()))
                .or(Acts.attachCopy(request.instance())));
  }

  /** A source has no applier to stop: a dump of it tells its place itself. */
  private Plan dumped(
      Goal goal, RebuildRequest request, RebuildPlanner planner, String why, Scope scope) {
    requireAccount(request.instance());
    InstanceAddress instance = request.instance();
    InstanceAddress donor = planner.donor();
    SourceDump dump =
        planner
            .guide()
            .dumpOf(planner.facts().donor(), planner.facts().target())
            .filter(known -> planner.facts().donor().binlog().enabled().is(true))
            .orElseThrow(() ->
                RebuildRefusal.unsafe(
                    instance,
                    "%s replicates from nobody, and keeps no binlog or its plugin knows no way to dump it"
                        .formatted(donor),
                    Remedies.of("name another one: %s", Acts.rebuildFrom(instance))));
    List<String> notes = new ArrayList<>();
    notes.add("%s is not copied by the server itself: %s.".formatted(donor, why));
    notes.add(
        "%s replicates from no other server and keeps taking writes: make one dump of it, and load that into %s. Drop all databases of %s but the system's before, as it may have what %s lacks."
            .formatted(donor, instance, instance, donor));
    notes.addAll(dump.commands());
    notes.add(dump.place());
    return Plan.of(
            goal, scope, List.of(RebuildPlanner.mark(instance, Optional.of(donor), request.why())))
        .withNotes(Remedies.advice(notes).or(Acts.attachCopyAt(instance)));
  }
}
