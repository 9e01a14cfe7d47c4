package io.tutti.operation.fence;

import io.tutti.crash.ProcessChange;
import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.StepFailure;
import io.tutti.plan.PlannedStep;
import io.tutti.store.Fences;
import java.util.Optional;

/** The process of a server that was proved intact: another one may have lost commits since. */
record ProvedProcess(ProcessStart start) {

  /** A step that is done to this process, and to no other. */
  PlannedStep needed(PlannedStep step) {
    return step.withSeen(this);
  }

  /** Empty where a step is done to whatever process there is. */
  static Optional<ProvedProcess> of(PlannedStep planned) {
    return planned.seen(ProvedProcess.class);
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

  /**
   * @throws StepFailure when we have fenced its server since: who lifts that fence opens it
   */
  void requireNoFence(InstanceAddress instance, Fences fences) {
    if (fences.find(instance).isPresent()) {
      throw StepFailure.fatal(
          "%s was fenced in the meantime. That fence stays.".formatted(instance),
          Remedies.of(Acts.unfence(instance)));
    }
  }

  /** Whether what was done to that process is gone with it. Not so where it cannot be known. */
  boolean hasEnded(InstanceState now) {
    return now.startedAt() instanceof Observed.Known<ProcessStart>(ProcessStart running)
        && !start.isPossiblySame(running);
  }

  private void require(InstanceAddress instance, ProcessStart running) {
    switch (ProcessChange.between(start, running)) {
      case NONE -> {}
      // No later reading would show either: it is proved again, by then as what it is.
      case UNKNOWN -> throw another(instance, "may have been restarted", running);
      case RESTARTED, OTHER_SERVER -> throw another(instance, "was restarted", running);
    }
  }

  private static StepFailure another(InstanceAddress instance, String what, ProcessStart running) {
    return StepFailure.fatal(
        "%s %s at %s, after it was proved to have lost nothing.".formatted(instance, what, running),
        Remedies.of("%s proves it again", Acts.unfence(instance)));
  }

  private static StepFailure unknown(InstanceAddress instance, String why) {
    return StepFailure.passing(
        "Whether %s was restarted is not known: %s.".formatted(instance, why));
  }
}
