package io.tutti.rest;

import io.tutti.api.RejoinBody;
import io.tutti.operation.rejoin.RejoinRequest;
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

/** The way home of sources that lost their place. */
@RestController
@RequestMapping("/api/v1/instances")
class RejoinController {
  private final Operations operations;
  private final Fleet fleet;

  RejoinController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @PostMapping("/{instance}:rejoin")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> rejoin(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<RejoinBody> how) {
    RejoinBody wanted = how.orElse(RejoinBody.NONE);
    RejoinRequest request =
        new RejoinRequest(fleet.addressOf(instance), wanted.below().map(fleet::addressOf));
    return operations.carryOut(request.toGoal(), caller, key, wanted.dryRun().orElse(false));
  }
}
