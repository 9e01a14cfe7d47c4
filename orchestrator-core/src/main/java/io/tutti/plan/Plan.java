package io.tutti.plan;

import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.HookEvent.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The steps to a goal, in order. What a dry run shows is the very object that is journaled and
 * carried out.
 *
 * @param notes what people should see before they agree, line by line, and what Tutti can do then
 *     as a value, as in remedies: shown by a dry run and kept in the audit
 * @param successor who takes the place of the target; empty where nobody does
 * @param role of the target, as it was before; empty where no hook is to hear of it
 */
public record Plan(
    Goal goal,
    Scope scope,
    List<PlannedStep> steps,
    Remedies notes,
    Policy policy,
    Optional<InstanceAddress> successor,
    Optional<Role> role) {
  /** More than a rollout over a large cluster needs; a planner that makes more has gone astray. */
  public static final int STEPS_MAX = 2000;

  /** What a plan wants done where it cannot simply continue. */
  public record Policy(AfterRestart afterRestart, Coupling coupling) {
    public static final Policy USUAL = new Policy(AfterRestart.RESUME, Coupling.LINKED);
  }

  /** What becomes of an operation that a restart of the controller has cut off. */
  public enum AfterRestart {
    /** Checks what was done, does again what no longer holds, and continues. */
    RESUME,
    /** Puts everything back: for what nobody may want any more. */
    UNDO
  }

  /** Whether the servers of one plan depend on each other. */
  public enum Coupling {
    /** They do: while one cannot be restored, the steps before stay as they are. */
    LINKED,
    /** They do not: when one cannot be restored, the others are. */
    INDEPENDENT
  }

  public Plan {
    steps = List.copyOf(steps);
    // What an earlier release journaled does not say it.
    successor = Objects.requireNonNullElse(successor, Optional.empty());
    role = Objects.requireNonNullElse(role, Optional.empty());
    if (steps.size() > STEPS_MAX) {
      throw new IllegalArgumentException(
          "a plan of %d steps; the most is %d".formatted(steps.size(), STEPS_MAX));
    }
    for (PlannedStep step : steps) {
      if (!scope.instances().contains(step.target())) {
        throw new IllegalArgumentException(
            "\"%s\" acts on %s, which is not in the scope of the plan: %s"
                .formatted(step, step.target(), scope.instances()));
      }
    }
    requireOtherServers(steps);
  }

  private static void requireOtherServers(List<PlannedStep> steps) {
    Map<InstanceAddress, PlannedStep> ofOneStage = new HashMap<>();
    for (int index = 0; index < steps.size(); index++) {
      if (!isBeside(steps, index)) {
        ofOneStage.clear();
      }
      PlannedStep step = steps.get(index);
      PlannedStep other = ofOneStage.put(step.target(), step);
      if (other != null) {
        throw new IllegalArgumentException(
            "\"%s\" and \"%s\" are of one stage and act on one server".formatted(other, step));
      }
    }
  }

  /**
   * The places of the steps, by what is done at the same time: the stages in order. Undoing goes
   * through them from the last one.
   */
  public List<List<Integer>> stages() {
    List<List<Integer>> stages = new ArrayList<>();
    for (int index = 0; index < steps.size(); index++) {
      if (!isBeside(steps, index)) {
        stages.add(new ArrayList<>());
      }
      stages.getLast().add(index);
    }
    return List.copyOf(stages);
  }

  /**
   * These as steps of one stage: each is done beside the others. Of those on one server, the second
   * ones follow as another stage.
   */
  public static List<PlannedStep> together(String stage, List<PlannedStep> steps) {
    List<PlannedStep> left = new ArrayList<>(steps);
    List<PlannedStep> named = new ArrayList<>();
    for (int round = 1; !left.isEmpty(); round++) {
      String name = round == 1 ? stage : stage + " " + round;
      Set<InstanceAddress> servers = new HashSet<>();
      List<PlannedStep> now = left.stream().filter(step -> servers.add(step.target())).toList();
      now.forEach(step -> named.add(step.inStage(name)));
      left.removeAll(now);
    }
    return named;
  }

  private static boolean isBeside(List<PlannedStep> steps, int index) {
    String stage = steps.get(index).stage();
    return index > 0 && !stage.isEmpty() && stage.equals(steps.get(index - 1).stage());
  }

  /** The stage that a step belongs to. */
  public List<Integer> stageOf(int index) {
    return stages().stream().filter(stage -> stage.contains(index)).findFirst().orElseThrow();
  }

  public static Plan of(Goal goal, Scope scope, List<PlannedStep> steps) {
    return new Plan(
        goal, scope, steps, Remedies.none(), Policy.USUAL, Optional.empty(), Optional.empty());
  }

  /** What clients, replicas or data notice of it, in the order of its steps, each once. */
  public List<Effect> effects() {
    return steps.stream()
        .flatMap(step -> step.effects().stream())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  /** The steps of which it is not known what is noticed of them. */
  public List<PlannedStep> unknownEffects() {
    return steps.stream().filter(step -> step.effects().isEmpty()).toList();
  }

  public Plan withNotes(List<String> lines) {
    return withNotes(Remedies.advice(lines));
  }

  public Plan withNotes(Remedies lines) {
    return new Plan(goal, scope, steps, lines, policy, successor, role);
  }

  public Plan withPolicy(Policy other) {
    return new Plan(goal, scope, steps, notes, other, successor, role);
  }

  /** The same, in which that one takes the place of the target. */
  public Plan withSuccessor(InstanceAddress other) {
    return new Plan(goal, scope, steps, notes, policy, Optional.of(other), role);
  }

  /** The same, of a target of that role. */
  public Plan withRole(Optional<Role> other) {
    return new Plan(goal, scope, steps, notes, policy, successor, other);
  }

  /** Whether both do the same for the same reason; wording and estimates do not matter. */
  public boolean doesTheSameAs(Plan other) {
    return goal.equals(other.goal)
        && scope.equals(other.scope)
        && steps.size() == other.steps.size()
        && IntStream.range(0, steps.size())
            .allMatch(i -> steps.get(i).doesTheSameAs(other.steps.get(i)));
  }
}
