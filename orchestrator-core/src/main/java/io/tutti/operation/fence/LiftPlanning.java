package io.tutti.operation.fence;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
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
    List<String> notes =
        request
            .forced()
            .map(reason -> List.of("Nothing is proved, as it is forced: " + reason))
            .orElseGet(() ->
                new UnfenceCheck(
                        asFence(sight, snapshot),
                        snapshot,
                        Optional.empty(),
                        other -> environment.protection(other, deadline))
                    .require(restarts.read(instance, deadline)));
    try (Session server = environment.servers().open(instance, deadline)) {
      FenceGuide guide = server.provider().fencing(server.read(deadline).version().version());
      server.fence().requirePrivileges(deadline);
      return Plan.of(
              goal,
              Scope.of(
                  snapshot.clusterOf(instance).map(Cluster::name).orElse(instance.toString()),
                  List.of(instance)),
              steps(sight, guide))
          .withNotes(notes);
    }
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

  private static List<PlannedStep> steps(BootSight sight, FenceGuide guide) {
    InstanceAddress instance = sight.instance();
    ProvedProcess proved = new ProvedProcess(sight.startedAt());
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
