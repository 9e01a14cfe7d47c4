package io.tutti.rest;

import io.tutti.api.SkipBody;
import io.tutti.operation.skip.SkipRequest;
import io.tutti.plan.Goal;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Single transactions of instances. */
@RestController
@RequestMapping("/api/v1/instances/{instance}")
class TransactionController {
  private final Operations operations;
  private final Fleet fleet;

  TransactionController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @PostMapping("/transactions:skip")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> skip(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<SkipBody> which) {
    SkipBody wanted = which.orElse(SkipBody.NONE);
    Goal goal = SkipRequest.of(fleet.addressOf(instance), wanted.gtid(), wanted.channel()).toGoal();
    return operations.carryOut(goal, caller, key, wanted.dryRun().orElse(false));
  }
}
