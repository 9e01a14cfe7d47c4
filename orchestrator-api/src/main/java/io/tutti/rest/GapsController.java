package io.tutti.rest;

import io.tutti.api.GapsBody;
import io.tutti.api.GapsView;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.GapsRequest;
import io.tutti.plan.Goal;
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

/** The gaps of instances. */
@RestController
@RequestMapping("/api/v1/instances/{instance}")
class GapsController {
  /** Where the log must be looked at. */
  private static final Duration READ_MAX = Duration.ofSeconds(20);

  private final Operations operations;
  private final Fleet fleet;
  private final GapReader gaps;

  GapsController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.gaps = GapReader.of(operations.ports());
  }

  @GetMapping("/gaps")
  @Needs(Role.VIEWER)
  GapsView show(@PathVariable String instance) {
    return GapsViews.of(gaps.read(fleet.addressOf(instance), Deadline.after(READ_MAX)));
  }

  /** A row that was repaired is of an applier that was not started since. */
  private static GapsRequest.Word word(GapsBody wanted) {
    if (wanted.rowRepaired().orElse(false)) {
      return GapsRequest.Word.ROW_REPAIRED;
    }
    return wanted.applierNotStopped().orElse(false)
        ? GapsRequest.Word.APPLIER_NOT_STOPPED
        : GapsRequest.Word.NONE;
  }

  @PostMapping("/gaps:close")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> close(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<GapsBody> how) {
    GapsBody wanted = how.orElse(GapsBody.NONE);
    Goal goal =
        new GapsRequest(
                fleet.addressOf(instance),
                wanted.channel(),
                word(wanted),
                wanted.deadline().orElse(GapsRequest.DEADLINE_USUAL))
            .toGoal();
    return operations.carryOut(goal, caller, key, wanted.dryRun().orElse(false));
  }
}
