package io.tutti.operation.backup;

import io.tutti.operation.Pauses;
import io.tutti.operation.StepFailure;
import io.tutti.operation.parallelism.AnsweredStops;
import io.tutti.operation.server.Servers;
import io.tutti.store.BackupSessions;
import java.time.Duration;
import java.time.InstantSource;

/** What the steps work with. */
record BackupEnvironment(
    Servers servers,
    BackupSessions sessions,
    InstantSource clock,
    Pauses pauses,
    AnsweredStops stops) {

  void pause(Duration duration) {
    try {
      pauses.pause(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StepFailure.passing("The controller is shutting down.");
    }
  }
}
