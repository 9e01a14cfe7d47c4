package io.tutti.rest;

import io.tutti.capability.Ports;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationRunner;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.recovery.Decisions;
import io.tutti.security.Caller;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;

/**
 * What acts on servers, as the paths need it.
 *
 * @param ports of capabilities: paths make their readers with them
 */
public record Operations(OperationRunner runner, Ports ports, Decisions decisions) {
  private static final int KEY_CHARACTERS_MAX = 200;

  /**
   * Submits what was asked for and answers 202 with the operation, or answers 200 with its plan.
   *
   * @param caller who asked
   * @param key by which a request that is sent again is known again
   */
  ResponseEntity<Object> carryOut(Goal goal, Caller caller, Optional<String> key, boolean dryRun) {
    if (dryRun) {
      return ResponseEntity.ok(OperationViews.of(runner.dryRun(goal)));
    }
    Operation operation =
        runner.submit(goal, caller.name(), key.flatMap(text -> usable(caller, text)));
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/operations/" + operation.id()))
        .body(OperationViews.of(operation));
  }

  /**
   * Each token has its own. An empty key is none: clients send one for a variable that is not set.
   */
  static Optional<String> usable(Caller caller, String key) {
    if (key.length() > KEY_CHARACTERS_MAX) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          "Idempotency-Key",
          "The key has %d characters, and %d are possible."
              .formatted(key.length(), KEY_CHARACTERS_MAX),
          List.of("use a UUID"));
    }
    return Optional.of(key.strip())
        .filter(text -> !text.isEmpty())
        .map(text -> caller.name() + ":" + text);
  }
}
