package io.tutti.operation.parallelism;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.NotedProcess;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Parameters;
import io.tutti.plan.PlannedStep;
import io.tutti.store.KeptSettings;
import java.time.InstantSource;

/**
 * Keeps in the store what was there before any operation of ours and what is wanted, with the
 * process in which that was in force: what another one shows was lost by a restart.
 */
record KeepStep(
    Servers servers,
    KeptSettings kept,
    InstantSource clock,
    InstanceAddress target,
    Parameters wanted)
    implements Step {
  static final String KIND = "parallelism.keep";

  KeepStep(ParallelismEnvironment environment, PlannedStep planned) {
    this(
        environment.servers(),
        environment.kept(),
        environment.clock(),
        planned.target(),
        planned.parameters());
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
    save(wanted.isEmpty() ? wanted : withProcess(context));
    return StepOutcome.done("Kept.");
  }

  /** One that cannot be read now does not keep what is wanted from being kept. */
  private Parameters withProcess(StepContext context) {
    try (Session session = servers.open(target, context.deadline())) {
      return session.read(context.deadline()).startedAt()
              instanceof Observed.Known<ProcessStart>(ProcessStart start)
          ? new NotedProcess(start).in(wanted)
          : wanted;
    } catch (OrchestratorException e) {
      return wanted;
    }
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
    Parameters shown = NotedProcess.without(kept.load(target));
    return Verdict.of(
        shown.equals(NotedProcess.without(expected)), "The store keeps " + shown + ".");
  }
}
