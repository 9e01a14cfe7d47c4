package io.tutti.operation.fence;

import io.tutti.crash.ProcessChange;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.Planning;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.StartupObservation;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a server that started fenced what it was before it ended.
 *
 * <ol>
 *   <li>Make sure that it lost nothing, and, if it took writes before, that no other of its cluster
 *       does now ({@link UnfenceCheck}); not where a person forces it, with a reason.
 *   <li>Start the threads of its replication that ran before.
 *   <li>Give each variable the value that it had before.
 *   <li>Keep that it was lifted.
 * </ol>
 *
 * All of that is done to the process that was proved, and to no other: one that was restarted
 * meanwhile stays fenced, and is proved again.
 */
record LiftPlanning(FenceEnvironment environment, RestartReader restarts) implements Planning {

  @Override
  public String goalKind() {
    return LiftRequest.LIFT;
  }

  @Override
  public Class<LiftRequest> request() {
    return LiftRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    LiftRequest request = goal.request(LiftRequest.class);
    InstanceAddress instance = request.instance();
    if (environment.fences().find(instance).isPresent()) {
      throw refusal(instance, "it was fenced by Tutti", Remedies.of(Acts.unfence(instance)));
    }
    StartupObservation observation =
        environment
            .startups()
            .find(instance)
            .filter(StartupObservation::isWaiting)
            .orElseThrow(() ->
                refusal(
                    instance, "it did not start fenced", Remedies.of(Acts.showInstance(instance))));
    if (observation.before().size() < observation.shown().size()) {
      throw refusal(
          instance,
          "what it was before is not known",
          Remedies.of("lift it by hand: " + String.join(", ", observation.shown().keySet())));
    }
    WorldView world = environment.world().get();
    try (Session server = environment.servers().open(instance, deadline)) {
      InstanceState read = server.read(deadline);
      ProvedProcess proved = running(observation, read);
      List<String> notes =
          notes(request, check(observation, world, read, guide(server, read), deadline), deadline);
      // Over one connection: it is the same process still.
      FenceGuide guide = guide(server, server.read(deadline));
      server.fence().requirePrivileges(deadline);
      return Plan.of(
              goal,
              Scope.of(
                  world
                      .topology()
                      .clusterOf(instance)
                      .map(Cluster::name)
                      .orElse(instance.toString()),
                  List.of(instance)),
              steps(observation, proved, guide))
          .withNotes(notes);
    }
  }

  private static FenceGuide guide(Session server, InstanceState state) {
    return server.provider().fencing(state.version().version());
  }

  private List<String> notes(LiftRequest request, UnfenceCheck check, Deadline deadline) {
    return request
        .forced()
        .map(reason -> List.of("Nothing is proved, as it is forced: " + reason))
        .orElseGet(() -> check.require(restarts.read(request.instance(), deadline)));
  }

  private UnfenceCheck check(
      StartupObservation observation,
      WorldView world,
      InstanceState read,
      FenceGuide guide,
      Deadline deadline) {
    return new UnfenceCheck(
        asFence(observation, world.topology()),
        world,
        UnfencePlanning.restart(environment.incidents(), read)
            .filter(restart -> restart.closing().isEmpty()),
        guide,
        other -> environment.protection(other, deadline));
  }

  /**
   * What runs now, which is proved next with each that ended before it. It need not be proved to be
   * the one that was seen first, but one that is surely another is seen first, too, before long.
   */
  private static ProvedProcess running(StartupObservation observation, InstanceState now) {
    ProcessChange since = ProcessChange.since(observation.startedAt(), now);
    if (now.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart start)
        && (since == ProcessChange.NONE || since == ProcessChange.UNKNOWN)) {
      return new ProvedProcess(start);
    }
    throw refusal(
        now.address(),
        "it was started again since, or that is not known yet",
        Remedies.of("%s, in a moment", Acts.unfence(now.address())));
  }

  private static Fence asFence(StartupObservation observation, TopologySnapshot snapshot) {
    return new Fence(
        "",
        observation.instance(),
        observation.startedAt().latest(),
        Optional.empty(),
        Optional.empty(),
        observation.shown(),
        observation.before(),
        List.of(),
        snapshot
            .clusterOf(observation.instance())
            .map(cluster -> List.copyOf(cluster.members()))
            .orElse(List.of()),
        List.of());
  }

  private static List<PlannedStep> steps(
      StartupObservation observation, ProvedProcess proved, FenceGuide guide) {
    InstanceAddress instance = observation.instance();
    List<PlannedStep> steps = new ArrayList<>();
    for (StartupObservation.Ran ran : observation.ran()) {
      String thread = ran.thread() == ReplicationThread.RECEIVER ? "receiver" : "applier";
      steps.add(
          PlannedStep.of(
              StartStep.KIND,
              instance,
              thread + "." + ran.channel(),
              new StartStep.Work(ran.channel(), ran.thread()),
              "start the %s%s of %s"
                  .formatted(thread, Channel.ofChannel(ran.channel()), instance)));
    }
    for (FenceMeasure measure : guide.measures().reversed()) {
      String value = observation.before().get(measure.variable());
      if (value != null) {
        steps.add(
            PlannedStep.of(
                    SetVariableStep.KIND,
                    instance,
                    measure.variable(),
                    new SetVariableStep.Work(measure.variable(), value),
                    "set %s of %s as it was".formatted(measure.variable(), instance))
                .withStatements(guide.statement(measure.variable(), value)));
      }
    }
    steps.add(
        PlannedStep.of(
            LiftedStep.KIND,
            instance,
            "start-fenced",
            Nothing.NOTHING,
            "keep that %s was lifted".formatted(instance)));
    return steps.stream().map(proved::needed).map(PlannedStep::affecting).toList();
  }

  private static OrchestratorException refusal(
      InstanceAddress instance, String why, Remedies remedies) {
    return new OrchestratorException(
        ErrorCode.FENCE_NOT_LIFTABLE,
        instance.toString(),
        "%s is not lifted: %s. Nothing was changed.".formatted(instance, why),
        remedies);
  }
}
