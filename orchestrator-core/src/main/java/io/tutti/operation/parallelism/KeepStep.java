package io.tutti.operation.parallelism;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.store.KeptSettings;
import java.time.InstantSource;

/** Keeps in the store what was there before any operation of ours and what is wanted. */
record KeepStep(KeptSettings kept, InstantSource clock, InstanceAddress target, Parameters wanted)
    implements Step {
  static final String KIND = "parallelism.keep";

  KeepStep(ParallelismEnvironment environment, PlannedStep planned) {
    this(environment.kept(), environment.clock(), planned.target(), planned.parameters());
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Parameters before(StepContext context) {
    return kept.load(target);
  }

  @Override
  public StepOutcome run(StepContext context, Parameters before) {
    save(wanted);
    return StepOutcome.done("Kept.");
  }

  @Override
  public Verdict verify(StepContext context, Parameters before) {
    return shows(wanted);
  }

  @Override
  public void undo(StepContext context, Parameters before) {
    save(before);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Parameters before) {
    return shows(before);
  }

  private void save(Parameters settings) {
    kept.save(target, new KeptSettings.Kept(settings, clock.instant()));
  }

  private Verdict shows(Parameters expected) {
    Parameters shown = kept.load(target);
    return Verdict.of(shown.equals(expected), "The store keeps " + shown + ".");
  }
}
