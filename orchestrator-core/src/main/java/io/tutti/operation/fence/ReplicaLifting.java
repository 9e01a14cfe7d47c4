package io.tutti.operation.fence;

import io.tutti.capability.Ports;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.crash.RestartReport;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.Fence;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.List;

/**
 * Lifts the fence of a server that is a replica by then: it refuses writes as before, and admits
 * who reads. For plans that attach it first.
 */
public record ReplicaLifting(FenceEnvironment environment, RestartReader restarts) {

  /**
   * What comes of it.
   *
   * @param steps that lift it
   * @param notes what was made sure of
   * @param against whole sentences: what its processes lost, or may have; none where it may be
   *     lifted
   */
  public record Lifted(
      List<PlannedStep> steps, List<String> notes, List<String> against, Remedies remedies) {
    /** Of a server that is not fenced. */
    public static final Lifted NOTHING =
        new Lifted(List.of(), List.of(), List.of(), Remedies.none());

    public Lifted {
      steps = List.copyOf(steps);
      notes = List.copyOf(notes);
      against = List.copyOf(against);
    }
  }

  public static ReplicaLifting of(Ports ports, FenceSettings settings) {
    return new ReplicaLifting(FenceEnvironment.of(ports, settings.hook()), RestartReader.of(ports));
  }

  public Lifted plan(Fence fence, WorldView world, Deadline deadline) {
    // Before the process that runs is looked at: one that was restarted in between is another one.
    RestartReport report = restarts.read(fence.instance(), deadline);
    UnfencePlanning unfencing = new UnfencePlanning(environment, restarts);
    try (Session server = environment.servers().open(fence.instance(), deadline)) {
      InstanceState state = server.read(deadline);
      FenceGuide guide = server.provider().fencing(state.version().version());
      server.fence().requirePrivileges(deadline);
      Fence shut = UnfencePlanning.stayingReadOnly(fence, guide);
      UnfenceCheck check = unfencing.check(shut, world, state, guide, deadline);
      UnfenceCheck.Trouble trouble = check.lost(report);
      List<String> notes = new ArrayList<>(List.of(check.proved(report).getFirst()));
      notes.addAll(UnfencePlanning.mayStopLater(shut, world.topology()));
      return new Lifted(
          steps(unfencing, shut, guide, world),
          notes,
          trouble.sentences(),
          new Remedies(trouble.remedies()));
    }
  }

  /** Others follow somebody else by now. */
  private static boolean isBelow(InstanceAddress replica, Fence fence, WorldView world) {
    return world.topology().linksTo(fence.instance()).stream()
        .anyMatch(link -> link.replica().equals(replica));
  }

  /** A restart meanwhile does not open it for writes: that it is fenced is forgotten last. */
  private static List<PlannedStep> steps(
      UnfencePlanning unfencing, Fence fence, FenceGuide guide, WorldView world) {
    List<String> writes =
        guide.measures().stream()
            .filter(measure -> measure.keeps() == FenceMeasure.Keeps.WRITES)
            .map(FenceMeasure::variable)
            .toList();
    List<PlannedStep> lifting = new ArrayList<>(unfencing.steps(fence, guide, world.topology()));
    PlannedStep release = lifting.removeFirst();
    lifting.removeIf(
        step -> step.kind().equals(AttachStep.KIND) && !isBelow(step.target(), fence, world));
    lifting.addFirst(
        PlannedStep.of(
                NarrowStep.KIND,
                fence.instance(),
                "fence",
                new NarrowStep.Work(fence.id(), writes),
                "keep that %s is fenced from writes only".formatted(fence.instance()))
            .affecting());
    lifting.addLast(release);
    return lifting;
  }
}
