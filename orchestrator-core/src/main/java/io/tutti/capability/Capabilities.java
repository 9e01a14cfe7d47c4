package io.tutti.capability;

import io.tutti.operation.Planning;
import io.tutti.operation.Reservations;
import io.tutti.operation.StepKind;
import io.tutti.operation.StepKinds;
import io.tutti.plan.Kinds;
import io.tutti.recovery.RecoveryRule;
import java.util.Arrays;
import java.util.List;

/** Several capabilities, as the engine takes them. */
public record Capabilities(List<Capability> all) {

  public Capabilities {
    all = List.copyOf(all);
  }

  public static Capabilities of(Capability... each) {
    return new Capabilities(Arrays.asList(each));
  }

  public List<Planning> plannings() {
    return all.stream().flatMap(each -> each.plannings().stream()).toList();
  }

  /**
   * @throws IllegalArgumentException when two kinds have one name
   */
  public StepKinds stepKinds() {
    return new StepKinds(eachStepKind());
  }

  /** The same, one by one. */
  public List<StepKind<?>> eachStepKind() {
    return all.stream().flatMap(each -> each.stepKinds().stream()).toList();
  }

  /**
   * What their plans are made of.
   *
   * @throws IllegalArgumentException when a record has no name, or two
   */
  public Kinds kinds() {
    Kinds kinds = new Kinds(all.stream().flatMap(each -> each.kinds().stream()).toList());
    plannings().forEach(planning -> kinds.require(planning.request()));
    for (StepKind<?> step : eachStepKind()) {
      kinds.require(step.work());
      kinds.require(step.before());
    }
    return kinds;
  }

  /** What any of them keeps as it is; the first one says why. */
  public Reservations reservations() {
    return instance ->
        all.stream().flatMap(each -> each.reservations().find(instance).stream()).findFirst();
  }

  /** What they do by themselves, in their order. */
  public List<RecoveryRule> recoveries() {
    return all.stream().flatMap(each -> each.recoveries().stream()).toList();
  }
}
