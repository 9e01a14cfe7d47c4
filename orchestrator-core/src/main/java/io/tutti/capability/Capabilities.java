package io.tutti.capability;

import io.tutti.operation.Holds;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.StepKinds;
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
    return new StepKinds(kinds());
  }

  /** The same, one by one. */
  public List<StepKind> kinds() {
    return all.stream().flatMap(each -> each.stepKinds().stream()).toList();
  }

  /** What any of them keeps as it is; the first one says why. */
  public Holds holds() {
    return instance ->
        all.stream().flatMap(each -> each.holds().find(instance).stream()).findFirst();
  }

  /** What they do by themselves, in their order. */
  public List<RecoveryRule> recoveries() {
    return all.stream().flatMap(each -> each.recoveries().stream()).toList();
  }
}
