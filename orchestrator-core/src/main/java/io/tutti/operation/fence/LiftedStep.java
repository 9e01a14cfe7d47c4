package io.tutti.operation.fence;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.store.StartupObservations;
import io.tutti.topology.StartupObservation;
import java.time.InstantSource;
import java.util.Optional;

/** Keeps that a server which started fenced was lifted. Undo keeps that it was not. */
record LiftedStep(
    Servers servers, StartupObservations startups, InstantSource clock, PlannedStep planned)
    implements Step<Nothing> {
  static final String KIND = "start-fenced.lifted";

  LiftedStep(FenceEnvironment environment, PlannedStep planned) {
    this(environment.servers(), environment.startups(), environment.clock(), planned);
  }

  private boolean isWaiting() {
    return startups.find(planned.target()).filter(StartupObservation::isWaiting).isPresent();
  }

  private void requireProved(StepContext context) {
    Optional<ProvedProcess> proved = ProvedProcess.of(planned);
    if (proved.isPresent()) {
      try (Session server = servers.open(planned.target(), context.deadline())) {
        proved.get().require(server.read(context.deadline()));
      }
    }
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    // Found before the server is read: of a process that began later nothing is kept yet.
    StartupObservation observation = startups.find(planned.target()).orElseThrow();
    requireProved(context);
    startups.change(
        planned.target(),
        kept ->
            kept.startedAt().equals(observation.startedAt()) ? kept.lifted(clock.instant()) : kept);
    return StepOutcome.done("It is as it was before.");
  }

  @Override
  public Verdict verify(StepContext context, Nothing before) {
    if (isWaiting()) {
      requireProved(context);
      return Verdict.lacks("The store says that it waits.");
    }
    return Verdict.holds();
  }

  @Override
  public void undo(StepContext context, Nothing before) {
    startups.change(planned.target(), StartupObservation::notLifted);
  }

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.of(isWaiting(), "The store says that it was lifted.");
  }
}
