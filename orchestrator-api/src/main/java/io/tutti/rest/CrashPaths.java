package io.tutti.rest;

import io.tutti.api.CrashView;
import io.tutti.api.LostWritesView;
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
class CrashPaths {
  /** Where many binlogs must be looked at. */
  private static final Duration READ_MAX = Duration.ofSeconds(20);

  /** Where binlogs must be read. */
  static final Duration REPORT_MAX = Duration.ofSeconds(50);

  /** One that is open is most often among the newest. */
  private static final int INCIDENTS_MAX = 50;

  private final Operations operations;
  private final Fleet fleet;
  private final RestartReader restarts;

  CrashPaths(Operations operations, Fleet fleet) {
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

  /**
   * How to make a server anew.
   *
   * @param act {@code REBUILD} unless it says otherwise
   * @param from the server to copy; one is picked without
   * @param why kept with the mark
   * @param at with {@code ATTACH}: the place that a dump of a source tells
   * @param dryRun only say what would be done
   */
  record RebuildOf(
      Optional<RebuildRequest.Act> act,
      Optional<String> from,
      Optional<String> why,
      Optional<String> at,
      Optional<Boolean> dryRun) {
    static final RebuildOf USUAL =
        new RebuildOf(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
  }

  @PostMapping("/{instance}:rebuild")
  @Needs(Role.ADMIN)
  ResponseEntity<Object> rebuild(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<RebuildOf> how) {
    RebuildOf asked = how.orElse(RebuildOf.USUAL);
    return operations.carryOut(
        new RebuildRequest(
                fleet.addressOf(instance),
                asked.act().orElse(RebuildRequest.Act.REBUILD),
                asked.from().map(Fleet::parse),
                asked.why(),
                asked.at())
            .toGoal(),
        caller,
        key,
        asked.dryRun().orElse(false));
  }

  /**
   * How to salvage.
   *
   * @param dryRun only say what would be done
   */
  record SalvageOf(Optional<Boolean> dryRun) {
    static final SalvageOf USUAL = new SalvageOf(Optional.empty());
  }

  @PostMapping("/{instance}:salvage")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> salvage(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<SalvageOf> how) {
    return operations.carryOut(
        new SalvageRequest(fleet.addressOf(instance)).toGoal(),
        caller,
        key,
        how.orElse(SalvageOf.USUAL).dryRun().orElse(false));
  }
}
