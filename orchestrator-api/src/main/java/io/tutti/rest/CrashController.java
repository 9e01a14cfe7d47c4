package io.tutti.rest;

import io.tutti.api.CrashView;
import io.tutti.api.LostWritesView;
import io.tutti.api.RebuildBody;
import io.tutti.api.SalvageBody;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.crash.LostWritesReader;
import io.tutti.operation.crash.RestartReader;
import io.tutti.operation.rebuild.RebuildRequest;
import io.tutti.operation.salvage.SalvageRequest;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.Deadline;
import io.tutti.store.Role;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What restarts of instances cost. */
@RestController
@RequestMapping("/api/v1/instances")
class CrashController {
  /** Where many binlogs must be looked at. */
  private static final Duration READ_MAX = Duration.ofSeconds(20);

  /** Where binlogs must be read. */
  static final Duration REPORT_MAX = Duration.ofSeconds(50);

  /** One that is open is most often among the newest. */
  private static final int INCIDENTS_MAX = 50;

  private final Operations operations;
  private final Fleet fleet;
  private final RestartReader restarts;

  CrashController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.restarts = RestartReader.of(operations.ports());
  }

  @GetMapping("/{instance}/crash")
  @Needs(Role.VIEWER)
  CrashView show(@PathVariable String instance) {
    InstanceAddress address = fleet.addressOf(instance);
    return CrashViews.of(
        restarts.read(address, Deadline.after(READ_MAX)),
        operations.ports().records().incidents().latest(Optional.of(address), INCIDENTS_MAX));
  }

  @GetMapping("/{instance}/crash/report")
  @Needs(Role.VIEWER)
  LostWritesView report(@PathVariable String instance) {
    return LostWritesViews.of(
        LostWritesReader.of(operations.ports())
            .read(fleet.addressOf(instance), Deadline.after(REPORT_MAX)));
  }

  @PostMapping("/{instance}:rebuild")
  @Needs(Role.ADMIN)
  ResponseEntity<Object> rebuild(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<RebuildBody> how) {
    RebuildBody asked = how.orElse(RebuildBody.NONE);
    return operations.carryOut(
        new RebuildRequest(
                fleet.addressOf(instance),
                RebuildRequest.Act.valueOf(asked.act().orElse(RebuildBody.Act.REBUILD).name()),
                asked.from().map(Fleet::parse),
                asked.why(),
                asked.at())
            .toGoal(),
        caller,
        key,
        asked.dryRun().orElse(false));
  }

  @PostMapping("/{instance}:salvage")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> salvage(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<SalvageBody> how) {
    return operations.carryOut(
        new SalvageRequest(fleet.addressOf(instance)).toGoal(),
        caller,
        key,
        how.orElse(SalvageBody.NONE).dryRun().orElse(false));
  }
}
