package io.tutti.rest;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What restarts of instances cost. */
@RestController
@RequestMapping("/api/v1/instances/{instance}")
class CrashPaths {
  /** Where many binlogs must be looked at. */
  private static final Duration READ_MAX = Duration.ofSeconds(20);

  private final Operations operations;
  private final Fleet fleet;

  CrashPaths(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
  }

  @GetMapping("/crash")
  CrashView show(@PathVariable String instance) {
    InstanceAddress address = fleet.addressOf(instance);
    return CrashView.of(
        operations.restarts().read(address, Deadline.after(READ_MAX)),
        operations.incidents().latest(Optional.of(address), 1).stream().findFirst());
  }
}
