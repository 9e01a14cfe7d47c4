package io.tutti.operation.fence;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.StepFailure;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The process of a server that was proved whole: another one may have lost commits since. */
record ProvedProcess(ProcessStart start) {
  private static final String FROM = "startedFrom";
  private static final String TO = "startedTo";

  Parameters in(Parameters parameters) {
    return parameters.with(FROM, start.earliest()).with(TO, start.latest());
  }

  /** Empty where a step is done to whatever process there is. */
  static Optional<ProvedProcess> of(PlannedStep planned) {
    return planned
        .parameters()
        .find(FROM)
        .map(from ->
            new ProvedProcess(
                new ProcessStart(
                    Instant.parse(from), Instant.parse(planned.parameters().require(TO)))));
  }

  /**
   * @throws StepFailure when the server's process is another one, or that cannot be known
   */
  void require(InstanceState now) {
    if (!(now.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart running))) {
      throw StepFailure.passing(
          "Whether %s was restarted is not known: %s.".formatted(now.address(), now.startedAt()));
    }
    require(now.address(), running);
  }

  void require(InstanceAddress instance, ProcessStart running) {
    if (!start.isPossiblySame(running)) {
      throw StepFailure.fatal(
          "%s was restarted at %s, after it was proved whole.".formatted(instance, running),
          List.of("tutti crash unfence %s proves it again".formatted(instance)));
    }
  }
}
