package io.tutti.rest;

import io.tutti.operation.OperationRunner;
import io.tutti.operation.backup.BackupLeases;
import io.tutti.operation.crash.IncidentDesk;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.parallelism.ParallelismReader;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.recovery.Decisions;
import io.tutti.store.BootSights;
import io.tutti.store.Fences;
import java.net.URI;
import java.util.Optional;
import org.springframework.http.ResponseEntity;

/** What acts on servers, as the paths need it. */
public record Operations(
    OperationRunner runner,
    ParallelismReader parallelism,
    GapReader gaps,
    BackupLeases backups,
    RestartReader restarts,
    IncidentDesk incidents,
    Fences fences,
    BootSights boots,
    Decisions decisions) {

  /**
   * Submits what was asked for and answers 202 with the operation, or answers 200 with its plan.
   *
   * @param key by which a request that is sent again is known again
   */
  ResponseEntity<Object> carryOut(Goal goal, Optional<String> key, boolean dryRun) {
    if (dryRun) {
      return ResponseEntity.ok(OperationView.PlanView.of(runner.dryRun(goal)));
    }
    Operation operation = runner.submit(goal, OperationPaths.ACTOR, key);
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/operations/" + operation.id()))
        .body(OperationView.of(operation));
  }
}
