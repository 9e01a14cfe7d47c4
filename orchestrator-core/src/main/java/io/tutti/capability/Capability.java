package io.tutti.capability;

import io.tutti.operation.Planning;
import io.tutti.operation.Reservations;
import io.tutti.operation.StepKind;
import io.tutti.plan.Kind;
import io.tutti.recovery.RecoveryRule;
import java.util.List;

/**
 * Something that Tutti can do: all that its package gives to the engine
 * (docs/adding-a-capability.md).
 *
 * @param name of its package
 * @param plannings one for each kind of goal
 * @param stepKinds of which its plans are made, besides those of others
 * @param kinds the records that its plans are made of, by the names they are journaled under
 * @param reservations what it keeps as it is for a while
 * @param recoveries what it does without being asked for
 */
public record Capability(
    String name,
    List<Planning> plannings,
    List<StepKind<?>> stepKinds,
    List<Kind> kinds,
    Reservations reservations,
    List<RecoveryRule> recoveries) {

  public Capability {
    plannings = List.copyOf(plannings);
    stepKinds = List.copyOf(stepKinds);
    kinds = List.copyOf(kinds);
    recoveries = List.copyOf(recoveries);
  }

  /** One that holds nothing, and does nothing by itself. */
  public static Capability of(
      String name,
      List<? extends Planning> plannings,
      List<StepKind<?>> stepKinds,
      List<Kind> kinds) {
    return new Capability(
        name, List.copyOf(plannings), stepKinds, kinds, Reservations.NONE, List.of());
  }

  /** The same, which keeps instances as they are. */
  public Capability holding(Reservations held) {
    return new Capability(name, plannings, stepKinds, kinds, held, recoveries);
  }

  /** The same, which does that by itself. */
  public Capability recovering(RecoveryRule... rules) {
    return new Capability(name, plannings, stepKinds, kinds, reservations, List.of(rules));
  }
}
