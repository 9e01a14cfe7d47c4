package io.tutti.operation;

import io.tutti.plan.PlannedStep;
import java.util.function.Function;

/** Code for planned steps of one kind; a restarted controller finds it by the kind's name. */
public interface StepKind {

  /** A stable name, such as {@code applier.stop}: it stands in journals of earlier releases. */
  String name();

  /**
   * @throws IllegalArgumentException when the parameters are not those of this kind
   */
  Step bind(PlannedStep planned);

  static StepKind of(String name, Function<PlannedStep, Step> binding) {
    return new StepKind() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Step bind(PlannedStep planned) {
        return binding.apply(planned);
      }
    };
  }
}
