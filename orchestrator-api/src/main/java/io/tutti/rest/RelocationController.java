package io.tutti.rest;

import io.tutti.api.RelocationBody;
import io.tutti.operation.relocation.RelocateRequest;
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

/** Other sources for replicas. */
@RestController
@RequestMapping("/api/v1/instances")
class RelocationController {
  private final Operations operations;
  private final Fleet fleet;

  RelocationController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @PostMapping("/{instance}:relocate")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> relocate(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody RelocationBody wanted) {
    Goal goal =
        new RelocateRequest(
                fleet.addressOf(instance),
                fleet.addressOf(wanted.below()),
                wanted.channel(),
                wanted.withReplicas().orElse(false))
            .toGoal();
    return operations.carryOut(goal, caller, key, wanted.dryRun().orElse(false));
  }
}
