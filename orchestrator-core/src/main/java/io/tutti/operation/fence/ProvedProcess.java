package io.tutti.operation.fence;

import io.tutti.crash.ProcessChange;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.StepFailure;
import io.tutti.operation.server.NotedProcess;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import java.util.List;
import java.util.Optional;

/** The process of a server that was proved whole: another one may have lost commits since. */
record ProvedProcess(ProcessStart start) {

  Parameters in(Parameters parameters) {
    return new NotedProcess(start).in(parameters);
  }

  /** Empty where a step is done to whatever process there is. */
  static Optional<ProvedProcess> of(PlannedStep planned) {
    return NotedProcess.find(planned.parameters()).map(noted -> new ProvedProcess(noted.start()));
  }

  /**
   * @throws StepFailure when the server's process is another one, or that cannot be known
   */
  void require(InstanceState now) {
    if (!(now.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart running))) {
      throw unknown(now.address(), now.startedAt().toString());
    }
    require(now.address(), running);
  }

  /** Whether what was done to that process is gone with it. Not so where it cannot be known. */
  boolean hasEnded(InstanceState now) {
    return now.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart running)
        && !start.isPossiblySame(running);
  }

  void require(InstanceAddress instance, ProcessStart running) {
    switch (ProcessChange.between(start, running)) {
      case NONE -> {}
      case UNKNOWN -> throw unknown(instance, "it began in the same second as the one proved");
      case RESTARTED, OTHER_SERVER ->
          throw StepFailure.fatal(
              "%s was restarted at %s, after it was proved whole.".formatted(instance, running),
              List.of("tutti crash unfence %s proves it again".formatted(instance)));
    }
  }

  private static StepFailure unknown(InstanceAddress instance, String why) {
    return StepFailure.passing(
        "Whether %s was restarted is not known: %s.".formatted(instance, why));
  }
}
