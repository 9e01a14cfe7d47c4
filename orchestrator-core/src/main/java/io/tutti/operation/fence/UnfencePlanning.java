package io.tutti.operation.fence;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessChange;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.WriteProtection;
import io.tutti.operation.Planning;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.crash.RestartReport;
import io.tutti.operation.gaps.ChannelFrom;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.store.Incidents;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets clients in again, once it is proved that this does no harm.
 *
 * <ol>
 *   <li>Make sure that the server lost nothing, and that no other one of its cluster takes writes
 *       ({@link UnfenceCheck}); not where a person forces it, with a reason.
 *   <li>Forget that it is fenced.
 *   <li>Give each variable the value that it had before, the last one that was shut first; what
 *       refuses writes stays where it replicates by now and another one takes writes.
 *   <li>Start the receivers that were stopped.
 *   <li>Call the operator's hook.
 * </ol>
 */
record UnfencePlanning(FenceEnvironment environment, RestartReader restarts) implements Planning {

  @Override
  public String goalKind() {
    return UnfenceRequest.UNFENCE;
  }

  /** A replica that is being copied stays as it is: only its receiver is started. */
  @Override
  public boolean releases() {
    return true;
  }

  @Override
  public Class<UnfenceRequest> request() {
    return UnfenceRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    UnfenceRequest request = goal.request(UnfenceRequest.class);
    InstanceAddress instance = request.instance();
    Fence fence = environment.fences().find(instance).orElseThrow(() -> notFenced(instance));
    WorldView world = environment.world().get();
    // Before the process that runs is looked at: one that was restarted in between is another one.
    Optional<RestartReport> report =
        request.forced().isPresent()
            ? Optional.empty()
            : Optional.of(restarts.read(instance, deadline));
    List<String> notes = new ArrayList<>();
    try (Session server = environment.servers().open(instance, deadline)) {
      InstanceState state = server.read(deadline);
      FenceGuide guide = server.provider().fencing(state.version().version());
      server.fence().requirePrivileges(deadline);
      Fence lifted = fence;
      fence.ofAnother(state).ifPresent(notes::add);
      request
          .forced()
          .ifPresent(reason -> notes.add("Nothing is proved, as it is forced: " + reason));
      UnfenceCheck check = check(fence, world, state, guide, deadline);
      if (report.isEmpty()) {
        notes.addAll(check.besideWriters());
      } else {
        lifted = asReplica(fence, guide, check, state, notes);
        notes.addAll(check.of(lifted).require(report.get()));
      }
      notes.addAll(mayStopLater(fence, world.topology()));
      List<PlannedStep> steps = steps(lifted, guide, world.topology());
      String cluster =
          world.topology().clusterOf(instance).map(Cluster::name).orElse(instance.toString());
      return Plan.of(
              goal, Scope.of(cluster, steps.stream().map(PlannedStep::target).toList()), steps)
          .withNotes(notes);
    }
  }

  UnfenceCheck check(
      Fence fence, WorldView world, InstanceState state, FenceGuide guide, Deadline deadline) {
    Map<InstanceAddress, Observed<WriteProtection>> read = new HashMap<>();
    return new UnfenceCheck(
        fence,
        world,
        restart(environment.incidents(), state),
        guide,
        other -> read.computeIfAbsent(other, each -> environment.protection(each, deadline)));
  }

  /** The one with which the process began that runs now, also if it was closed. */
  static Optional<Incident> restart(Incidents incidents, InstanceState now) {
    return incidents.latest(Optional.of(now.address()), 1).stream()
        .filter(latest -> isOf(latest, now))
        .findFirst();
  }

  /** It is the latest: a later one within a second of it would be another incident. */
  private static boolean isOf(Incident restart, InstanceState now) {
    ProcessChange since = ProcessChange.since(restart.begun().startedAt(), now);
    return since == ProcessChange.NONE
        || since == ProcessChange.UNKNOWN && now.startedAt().isKnown();
  }

  /** A source that came back as a replica of another one does not take writes beside it. */
  private static Fence asReplica(
      Fence fence, FenceGuide guide, UnfenceCheck check, InstanceState state, List<String> notes) {
    if (!state.isReplica().is(true) || !check.isOneOfTwo()) {
      return fence;
    }
    notes.add(
        "%s replicates by now, and another server takes writes: it stays read-only."
            .formatted(fence.instance()));
    return stayingReadOnly(fence, guide);
  }

  /** The same, but that what refuses writes stays. */
  static Fence stayingReadOnly(Fence fence, FenceGuide guide) {
    return fence.stayingShut(
        guide.measures().stream()
            .filter(measure -> measure.keeps() == FenceMeasure.Keeps.WRITES)
            .map(FenceMeasure::variable)
            .toList());
  }

  List<PlannedStep> steps(Fence fence, FenceGuide guide, TopologySnapshot snapshot) {
    InstanceAddress instance = fence.instance();
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(
        PlannedStep.of(
                ReleaseStep.KIND,
                instance,
                "fence",
                new ReleaseStep.Work(fence.id()),
                "forget that %s is fenced".formatted(instance))
            .affecting());
    for (FenceMeasure measure : guide.measures().reversed()) {
      String value = fence.before().getOrDefault(measure.variable(), opened(measure));
      steps.add(
          PlannedStep.of(
                  SetVariableStep.KIND,
                  instance,
                  measure.variable(),
                  new SetVariableStep.Work(measure.variable(), value),
                  "%s %s of %s as it was"
                      .formatted(
                          value.equals(measure.shut()) ? "leave" : "set",
                          measure.variable(),
                          instance))
              .withStatements(guide.statement(measure.variable(), value))
              .affecting());
    }
    // Last those that may yet stop: what they wait for may be over by then.
    fence.receivers().stream()
        .filter(receiver -> followsNobodyElse(receiver, instance, snapshot))
        .sorted(Comparator.comparing(receiver -> receiver.notAnswered().isPresent()))
        .forEach(receiver -> steps.add(attach(instance, receiver)));
    environment
        .hook()
        .shown()
        .ifPresent(
            program -> steps.add(FencePlanner.hook(instance, FenceHook.Action.UNFENCE, program)));
    return steps;
  }

  private static PlannedStep attach(InstanceAddress instance, Fence.Receiver receiver) {
    return FencePlanner.receiver(
            AttachStep.KIND,
            receiver.replica(),
            receiver.channel(),
            new AttachStep.Work(
                new ChannelFrom(receiver.channel(), instance), receiver.notAnswered()))
        .affecting(
            receiver.notAnswered().isEmpty()
                ? List.of()
                : Effect.stopping(
                    List.of(ReplicationThread.RECEIVER),
                    receiver.replica(),
                    receiver.channel(),
                    Effect.Lasts.MOMENT));
  }

  /** What a dry run shows of those that may yet stop. */
  static List<String> mayStopLater(Fence fence, TopologySnapshot snapshot) {
    return fence.receivers().stream()
        .filter(receiver -> followsNobodyElse(receiver, fence.instance(), snapshot))
        .flatMap(receiver ->
            receiver
                .notAnswered()
                .map(at ->
                    "%s did not answer the STOP of its receiver%s at %s, and may carry it out at any time: it is sent once more before the receiver is started."
                        .formatted(receiver.replica(), Channel.ofChannel(receiver.channel()), at))
                .stream())
        .toList();
  }

  /** A replica may have been given another source meanwhile. */
  private static boolean followsNobodyElse(
      Fence.Receiver receiver, InstanceAddress source, TopologySnapshot snapshot) {
    return snapshot.linksOf(receiver.replica()).stream()
        .filter(link -> link.channel().name().equals(receiver.channel()))
        .allMatch(link -> link.source().equals(source));
  }

  /** Where it is not known what it was. */
  private static String opened(FenceMeasure measure) {
    return measure.shut().equals("ON") ? "OFF" : "";
  }

  private static OrchestratorException notFenced(InstanceAddress instance) {
    return new OrchestratorException(
        ErrorCode.NOT_FENCED,
        instance.toString(),
        "%s was not fenced by Tutti. Nothing was changed.".formatted(instance),
        Remedies.of(Acts.showInstance(instance)));
  }
}
