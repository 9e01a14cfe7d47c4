package io.tutti.operation.backup;

import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import io.tutti.store.BackupSessions;
import io.tutti.topology.BackupSession;
import java.time.InstantSource;

/** Keeps that a session has ended: from then on its server may be acted on. */
record ReleaseStep(BackupSessions sessions, InstantSource clock, String id)
    implements Step<ReleaseStep.Before> {
  static final String KIND = "backup.release";

  record Before(boolean open) {}

  ReleaseStep(BackupEnvironment environment, PlannedStep planned) {
    this(environment.sessions(), environment.clock(), planned.work(OfSession.class).session());
  }

  @Override
  public void precondition(StepContext context) {
    // The store is written at any time.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(isOpen());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    sessions.end(id, clock.instant());
    return StepOutcome.done("The session is over.");
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return Verdict.of(!isOpen(), "The store says that it is open.");
  }

  @Override
  public void undo(StepContext context, Before before) {
    if (before.open()) {
      sessions.find(id).map(BackupSession::reopened).ifPresent(sessions::save);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return Verdict.of(isOpen() == before.open(), "The store says that it is over.");
  }

  private boolean isOpen() {
    return sessions.find(id).filter(BackupSession::isOpen).isPresent();
  }
}
