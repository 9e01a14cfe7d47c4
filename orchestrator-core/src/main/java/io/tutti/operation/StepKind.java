package io.tutti.operation;

import io.tutti.plan.PlannedStep;
import java.util.function.Function;

/**
 * Code for planned steps of one kind; a restarted controller finds it by the kind's name.
 *
 * @param name a stable one, such as {@code applier.stop}: it is in journals of earlier releases
 * @param work what such steps carry
 * @param before what they keep of what was there
 */
public record StepKind<B extends Record>(
    String name,
    Class<? extends Record> work,
    Class<B> before,
    Function<PlannedStep, Step<B>> binding) {

  public static <B extends Record> StepKind<B> of(
      String name,
      Class<? extends Record> work,
      Class<B> before,
      Function<PlannedStep, Step<B>> binding) {
    return new StepKind<>(name, work, before, binding);
  }

  /**
   * @throws IllegalArgumentException when the step's work is not that of this kind
   */
  public BoundStep<B> bind(PlannedStep planned) {
    planned.work(work);
    return new BoundStep<>(binding.apply(planned), before);
  }
}
