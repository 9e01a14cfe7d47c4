package io.tutti.operation.parallelism;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.store.KeptSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes the plan. Pure.
 *
 * <ol>
 *   <li>Replicas go in waves of as many as are allowed at once.
 *   <li>What is stopped with a gap closes that first. A replica that must stop and may have a gap
 *       which neither that nor a stop closes is refused.
 *   <li>On each replica of a wave one step stops what must be stopped, sets, and starts exactly
 *       what ran before: nothing but those statements is between the stop and the start, not even a
 *       write to the journal.
 *   <li>The wave is watched together until the settling time is over.
 *   <li>What was there before, and what is wanted from now on, is kept.
 * </ol>
 *
 * What shows its wanted values already is not touched. Replicas do not depend on each other: where
 * one cannot be restored, the others are.
 */
final class ParallelismPlanner {
  private ParallelismPlanner() {}

  static Plan plan(Goal goal, String cluster, List<ReplicaPlan> replicas) {
    ParallelismRequest request = goal.request(ParallelismRequest.class);
    boolean undo = goal.kind().equals(ParallelismRequest.UNDO);
    List<PlannedStep> steps = new ArrayList<>();
    for (int from = 0; from < replicas.size(); from += request.atOnceMax()) {
      int to = Math.min(replicas.size(), from + request.atOnceMax());
      List<ReplicaPlan> wave = replicas.subList(from, to);
      wave.forEach(ReplicaPlan::requireNoGap);
      steps.addAll(waveSteps(request, wave, undo));
    }
    Scope scope = Scope.of(cluster, replicas.stream().map(ReplicaPlan::address).toList());
    return Plan.of(goal, scope, steps)
        .withPolicy(new Plan.Policy(Plan.AfterRestart.RESUME, Plan.Coupling.INDEPENDENT));
  }

  private static List<PlannedStep> waveSteps(
      ParallelismRequest request, List<ReplicaPlan> wave, boolean undo) {
    List<PlannedStep> steps = new ArrayList<>();
    List<ReplicaPlan> changing =
        wave.stream().filter(replica -> !replica.changes().isEmpty()).toList();
    for (ReplicaPlan replica : changing) {
      replica.closing().values().forEach(steps::addAll);
      steps.add(replica.changeStep());
    }
    List<ReplicaPlan> watched =
        changing.stream().filter(replica -> !replica.applying().isEmpty()).toList();
    if (!watched.isEmpty() && request.settle().isPositive()) {
      steps.add(settleStep(request.settle(), channels(watched)));
    }
    for (ReplicaPlan replica : wave) {
      KeptSettings.Settings wanted =
          undo ? keptAfterUndo(replica) : keptAfterApply(request, replica);
      boolean restored = request.persist() && !replica.changes().isEmpty();
      if (restored || !wanted.equals(replica.kept())) {
        steps.add(keepStep(replica.address(), wanted, undo));
      }
    }
    return steps;
  }

  private static List<SettleStep.Watched> channels(List<ReplicaPlan> watched) {
    return watched.stream()
        .flatMap(replica ->
            replica.applying().stream()
                .map(channel -> new SettleStep.Watched(replica.address(), channel)))
        .toList();
  }

  static PlannedStep settleStep(Duration settle, List<SettleStep.Watched> channels) {
    String names =
        channels.stream()
            .map(each -> each.instance().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    return PlannedStep.of(
            SettleStep.KIND,
            channels.getFirst().instance(),
            "settling",
            new SettleStep.Work(settle, channels),
            "watch %s for %d s".formatted(names, settle.toSeconds()))
        .withBounds(
            new PlannedStep.Bounds(
                settle.plus(PlannedStep.Bounds.USUAL.attemptMax()),
                PlannedStep.Bounds.USUAL.blockedWaitMax()))
        .affecting();
  }

  static KeptSettings.Settings keptAfterApply(ParallelismRequest request, ReplicaPlan replica) {
    KeptKnobs kept = KeptKnobs.of(replica.kept());
    for (KnobChange change : replica.wanted()) {
      if (replica.changes().contains(change) || kept.hasOriginal(change.key())) {
        kept = kept.withOriginal(change.backTo(replica.reading(change)), replica.reading(change));
      }
      kept =
          request.persist()
              ? kept.withDesired(change, request.rollout())
              : kept.withoutDesired(change.key());
    }
    return kept.toSettings();
  }

  private static KeptSettings.Settings keptAfterUndo(ReplicaPlan replica) {
    KeptKnobs kept = KeptKnobs.of(replica.kept());
    for (KnobChange change : replica.wanted()) {
      kept = kept.without(change.key());
    }
    return kept.toSettings();
  }

  private static PlannedStep keepStep(
      InstanceAddress address, KeptSettings.Settings wanted, boolean undo) {
    return PlannedStep.of(
            RecordSettingsStep.KIND,
            address,
            "kept",
            new RecordSettingsStep.Work(wanted),
            (undo ? "forget the former settings of " : "remember the former settings of ")
                + address)
        .affecting();
  }
}
