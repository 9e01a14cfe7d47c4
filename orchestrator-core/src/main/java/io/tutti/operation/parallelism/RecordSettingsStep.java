package io.tutti.operation.parallelism;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.store.KeptSettings;
import io.tutti.store.KeptSettings.Settings;
import java.time.InstantSource;

/**
 * Keeps in the store what was there before any operation of ours and what is wanted, with the
 * process in which that was in force: what another one shows was lost by a restart.
 */
record RecordSettingsStep(
    Servers servers,
    KeptSettings kept,
    InstantSource clock,
    InstanceAddress target,
    Settings wanted)
    implements Step<RecordSettingsStep.Before> {
  static final String KIND = "parallelism.record";

  record Work(Settings wanted) {}

  record Before(Settings settings) {}

  RecordSettingsStep(ParallelismEnvironment environment, PlannedStep planned) {
    this(
        environment.servers(),
        environment.kept(),
        environment.clock(),
        planned.target(),
        planned.work(Work.class).wanted());
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(kept.load(target));
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    save(wanted.isEmpty() ? wanted : withProcess(context));
    return StepOutcome.done("Kept.");
  }

  /** One that cannot be read now does not keep what is wanted from being kept. */
  private Settings withProcess(StepContext context) {
    try (Session session = servers.open(target, context.deadline())) {
      return session.read(context.deadline()).startedAt()
              instanceof Observed.Known<ProcessStart>(ProcessStart start)
          ? wanted.in(start)
          : wanted;
    } catch (OrchestratorException e) {
      return wanted;
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return shows(wanted);
  }

  @Override
  public void undo(StepContext context, Before before) {
    save(before.settings());
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return shows(before.settings());
  }

  private void save(Settings settings) {
    kept.save(target, new KeptSettings.Kept(settings, clock.instant()));
  }

  private Verdict shows(Settings expected) {
    Settings shown = kept.load(target).withoutProcess();
    return Verdict.of(shown.equals(expected.withoutProcess()), "The store keeps " + shown + ".");
  }
}
