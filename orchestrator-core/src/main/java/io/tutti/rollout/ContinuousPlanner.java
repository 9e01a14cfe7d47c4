package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import io.tutti.rollout.RolloutPlan.Setting;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.topology.DesiredSetting;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Who gets the settings of a continuous rollout next, of those that match it and did not get them.
 * Pure.
 *
 * <ol>
 *   <li>A server has one turn. One that was changed, whatever became of it, has had it; one that
 *       was left out has another one after a while.
 *   <li>What somebody asked to keep on a server stays: if it is another value, the server gets
 *       nothing.
 *   <li>A server that another rollout has, or for which another continuous one wants another value,
 *       gets nothing meanwhile.
 * </ol>
 */
public final class ContinuousPlanner {
  /** Who was left out has no other turn before that. */
  static final Duration AGAIN_AFTER = Duration.ofHours(1);

  private ContinuousPlanner() {}

  /** In the order of the rollout; empty when there is nobody now. */
  public static Optional<Target> next(RolloutRun run, RolloutWorld world) {
    Set<InstanceAddress> hadTheirTurn = hadTheirTurn(run, world.now());
    Set<InstanceAddress> held = new HashSet<>();
    world.others().forEach(other -> held.addAll(other.holds()));
    List<Target> targets = RolloutPlanner.plan(run.rollout(), world).plan().targets();
    return targets.stream()
        .filter(target -> !hadTheirTurn.contains(target.address()))
        .filter(target -> target.waitsFor().isEmpty())
        .filter(target -> !held.contains(target.address()))
        .filter(target -> !isKeptOtherwise(target, world))
        .filter(target -> world.others().stream().noneMatch(other -> differs(target, other, world)))
        .findFirst();
  }

  private static Set<InstanceAddress> hadTheirTurn(RolloutRun run, Instant now) {
    Set<InstanceAddress> had = new HashSet<>();
    for (RolloutRun.WaveRun wave : run.waves()) {
      boolean isRecent =
          wave.beganAt().filter(began -> now.isBefore(began.plus(AGAIN_AFTER))).isPresent();
      wave.replicas().stream()
          .filter(replica -> isRecent || replica.state() != ReplicaState.LEFT_OUT)
          .forEach(replica -> had.add(replica.target().address()));
    }
    return had;
  }

  private static boolean isKeptOtherwise(Target target, RolloutWorld world) {
    List<DesiredSetting> kept = world.view().desiredOf(target.address());
    return target.settings().stream()
        .anyMatch(setting ->
            kept.stream()
                .filter(desired -> desired.knob().equals(setting.name()))
                .anyMatch(desired -> !desired.value().equalsIgnoreCase(setting.value())));
  }

  private static boolean differs(Target target, RolloutRun other, RolloutWorld world) {
    return isContinuous(other)
        && difference(Map.of(target.address(), target.settings()), other, world).isPresent();
  }

  /** Whether it may set its values on servers that come later. */
  static boolean isContinuous(RolloutRun run) {
    return run.rollout().continuous() && !run.state().isEnd();
  }

  /** A server for which another continuous rollout wants another value of a setting. */
  record Difference(InstanceAddress address, Setting wanted, Setting other) {}

  /**
   * @param wanted all that a continuous rollout would set, on whom
   */
  static Optional<Difference> difference(
      Map<InstanceAddress, List<Setting>> wanted, RolloutRun other, RolloutWorld world) {
    Map<InstanceAddress, List<Setting>> there = RolloutPlanner.matching(other.rollout(), world);
    for (InstanceAddress address : new TreeMap<>(wanted).keySet()) {
      for (Setting mine : wanted.getOrDefault(address, List.of())) {
        for (Setting its : there.getOrDefault(address, List.of())) {
          if (mine.name().equals(its.name()) && !mine.value().equalsIgnoreCase(its.value())) {
            return Optional.of(new Difference(address, mine, its));
          }
        }
      }
    }
    return Optional.empty();
  }
}
