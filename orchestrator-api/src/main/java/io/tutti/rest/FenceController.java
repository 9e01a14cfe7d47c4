package io.tutti.rest;

import io.tutti.api.FenceBody;
import io.tutti.api.FenceView;
import io.tutti.api.UnfenceBody;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.fence.FenceRequest;
import io.tutti.operation.fence.LiftRequest;
import io.tutti.operation.fence.UnfenceRequest;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.StartupObservation;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Fences around instances. */
@RestController
@RequestMapping("/api/v1/instances")
class FenceController {
  private final Operations operations;
  private final Fleet fleet;

  FenceController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @GetMapping("/{instance}/fence")
  @Needs(Role.VIEWER)
  FenceView show(@PathVariable String instance) {
    InstanceAddress address = fleet.addressOf(instance);
    return operations
        .ports()
        .records()
        .fences()
        .find(address)
        .map(FenceViews::of)
        .orElse(FenceViews.none(address));
  }

  @PostMapping("/{instance}:fence")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> fence(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<FenceBody> how) {
    FenceBody wanted = how.orElse(FenceBody.NONE);
    return operations.carryOut(
        new FenceRequest(fleet.addressOf(instance), wanted.why(), wanted.incident()).toGoal(),
        caller,
        key,
        wanted.dryRun().orElse(false));
  }

  @PostMapping("/{instance}:unfence")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> unfence(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<UnfenceBody> how) {
    UnfenceBody wanted = how.orElse(UnfenceBody.NONE);
    if (wanted.force().orElse(false) && !caller.role().covers(Role.ADMIN)) {
      throw new OrchestratorException(
          ErrorCode.FORBIDDEN,
          instance,
          "To unfence by force, which may lose transactions, needs a token of an admin.",
          List.of("unfence without force, which proves first that nothing is lost"));
    }
    UnfenceRequest request =
        UnfenceRequest.of(fleet.addressOf(instance), wanted.force().orElse(false), wanted.why());
    return operations.carryOut(
        isStartedFenced(request.instance()) ? LiftRequest.of(request).toGoal() : request.toGoal(),
        caller,
        key,
        wanted.dryRun().orElse(false));
  }

  /** Only its option file keeps clients from it. */
  private boolean isStartedFenced(InstanceAddress instance) {
    return operations.ports().records().fences().find(instance).isEmpty()
        && operations
            .ports()
            .records()
            .startups()
            .find(instance)
            .filter(StartupObservation::isWaiting)
            .isPresent();
  }
}
