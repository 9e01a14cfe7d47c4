package io.tutti.operation.backup;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.topology.BackupSession;
import java.util.Optional;

/**
 * Looks, before a session ends, whether its appliers were left alone, and keeps it when they were
 * not: afterwards nothing shows that any more.
 */
final class InspectStep implements ChangesNothing {
  static final String KIND = "backup.inspect";

  private final BackupEnvironment environment;
  private final InstanceAddress target;
  private final String id;

  InspectStep(BackupEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.id = planned.work(OfSession.class).session();
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    Optional<BackupSession> session = environment.sessions().find(id);
    if (session.isEmpty()) {
      return StepOutcome.done("The session is gone.");
    }
    try (HeldReplica replica = HeldReplica.open(environment, target, context)) {
      Optional<String> broken =
          session.get().broken().or(() -> session.get().brokenBy(replica.read()));
      broken
          .map(session.get()::foundBroken)
          .filter(BackupSession::isOpen)
          .ifPresent(environment.sessions()::save);
      return StepOutcome.done(
          broken
              .map(why -> "The session is broken: " + why + ". Do not trust a copy of it.")
              .orElse("Its appliers are where they were when it began."));
    }
  }
}
