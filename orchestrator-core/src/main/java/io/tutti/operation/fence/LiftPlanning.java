package io.tutti.operation.fence;

import io.tutti.crash.ProcessChange;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.ProcessStart;
import io.tutti.operation.Planning;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Goal;
import io.tutti.plan.Parameters;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.BootSight;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
 * meanwhile stays fenced, and is proved anew.
 */
public record LiftPlanning(FenceEnvironment environment, RestartReader restarts)
    implements Planning {

  @Override
  public String goalKind() {
    return LiftRequest.LIFT;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    LiftRequest request = LiftRequest.of(goal);
    InstanceAddress instance = request.instance();
    if (environment.fences().find(instance).isPresent()) {
      throw refusal(instance, "it is fenced by us", "tutti crash unfence " + instance);
    }
    BootSight sight =
        environment
            .boots()
            .find(instance)
            .filter(BootSight::isWaiting)
            .orElseThrow(
                () -> refusal(instance, "it did not start fenced", "tutti instance " + instance));
    if (sight.before().size() < sight.shown().size()) {
      throw refusal(
          instance,
          "what it was before is not known",
          "lift it by hand: " + String.join(", ", sight.shown().keySet()));
    }
    TopologySnapshot snapshot =
        environment.topology().get().withIncidents(environment.incidents().open());
    try (Session server = environment.servers().open(instance, deadline)) {
      ProvedProcess proved = proved(sight, snapshot, server.read(deadline));
      List<String> notes = notes(request, sight, snapshot, deadline);
      InstanceState state = server.read(deadline);
      requireStillRunning(proved, state);
      FenceGuide guide = server.provider().fencing(state.version().version());
      server.fence().requirePrivileges(deadline);
      return Plan.of(
              goal,
              Scope.of(
                  snapshot.clusterOf(instance).map(Cluster::name).orElse(instance.toString()),
                  List.of(instance)),
              steps(sight, proved, guide))
          .withNotes(notes);
    }
  }

  private List<String> notes(
      LiftRequest request, BootSight sight, TopologySnapshot snapshot, Deadline deadline) {
    return request
        .forced()
        .map(reason -> List.of("Nothing is proved, as it is forced: " + reason))
        .orElseGet(() ->
            new UnfenceCheck(
                    asFence(sight, snapshot),
                    snapshot,
                    Optional.empty(),
                    other -> environment.protection(other, deadline))
                .require(restarts.read(request.instance(), deadline)));
  }

  private static void requireStillRunning(ProvedProcess proved, InstanceState now) {
    if (ProcessChange.since(proved.start(), now) != ProcessChange.NONE) {
      throw refusal(
          now.address(),
          "whether it was started again since is not known yet",
          "tutti crash unfence %s, in a moment".formatted(now.address()));
    }
  }

  /**
   * As it was read last: of one that had just begun when it was seen first, a later reading proves
   * more. Where that is not proved to be of the one that was seen first, as it was read over
   * another connection, it is the one that runs now: what is proved next is proved of that, and of
   * each that ended before it.
   *
   * @param now before anything is proved
   */
  private static ProvedProcess proved(
      BootSight sight, TopologySnapshot snapshot, InstanceState now) {
    Optional<ProcessStart> read =
        snapshot
            .find(sight.instance())
            .flatMap(Node::state)
            .flatMap(last -> last.startedAt().asOptional())
            .filter(last -> ProcessChange.between(sight.startedAt(), last) == ProcessChange.NONE);
    Optional<ProcessStart> running =
        now.startedAt()
            .asOptional()
            .filter(
                start -> ProcessChange.between(sight.startedAt(), start) == ProcessChange.UNKNOWN);
    return new ProvedProcess(read.or(() -> running).orElse(sight.startedAt()));
  }

  private static Fence asFence(BootSight sight, TopologySnapshot snapshot) {
    return new Fence(
        sight.instance(),
        sight.startedAt().latest(),
        Optional.empty(),
        Optional.empty(),
        sight.shown(),
        sight.before(),
        List.of(),
        snapshot
            .clusterOf(sight.instance())
            .map(cluster -> List.copyOf(cluster.members()))
            .orElse(List.of()),
        List.of());
  }

  private static List<PlannedStep> steps(BootSight sight, ProvedProcess proved, FenceGuide guide) {
    InstanceAddress instance = sight.instance();
    List<PlannedStep> steps = new ArrayList<>();
    for (BootSight.Ran ran : sight.ran()) {
      String thread = ran.thread() == ReplicationThread.RECEIVER ? "receiver" : "applier";
      steps.add(
          PlannedStep.of(
              StartStep.KIND,
              instance,
              thread + "." + ran.channel(),
              proved.in(
                  Parameters.of("channel", ran.channel())
                      .with("thread", ran.thread().name().toLowerCase(Locale.ROOT))),
              "start the %s%s of %s"
                  .formatted(thread, Channel.ofChannel(ran.channel()), instance)));
    }
    for (FenceMeasure measure : guide.measures().reversed()) {
      String value = sight.before().get(measure.variable());
      if (value != null) {
        steps.add(
            PlannedStep.of(
                    SetStep.KIND,
                    instance,
                    measure.variable(),
                    proved.in(Parameters.of("variable", measure.variable()).with("value", value)),
                    "set %s of %s as it was".formatted(measure.variable(), instance))
                .withStatements(guide.statement(measure.variable(), value)));
      }
    }
    steps.add(
        PlannedStep.of(
            LiftedStep.KIND,
            instance,
            "boot",
            proved.in(Parameters.NONE),
            "keep that %s was lifted".formatted(instance)));
    return steps;
  }

  private static OrchestratorException refusal(
      InstanceAddress instance, String why, String remedy) {
    return new OrchestratorException(
        ErrorCode.FENCE_NOT_LIFTABLE,
        instance.toString(),
        "%s is not lifted: %s. Nothing was changed.".formatted(instance, why),
        List.of(remedy));
  }
}
