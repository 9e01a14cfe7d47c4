package io.tutti.rest;

import io.tutti.api.DowntimeBody;
import io.tutti.api.DowntimeView;
import io.tutti.api.ExtentBody;
import io.tutti.api.Items;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.world.SilenceDesk;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which servers and clusters are worked on. */
@RestController
@RequestMapping("/api/v1")
class DowntimeController {
  private final Operations operations;
  private final Fleet fleet;
  private final SilenceDesk desk;

  DowntimeController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.desk = new SilenceDesk(operations.ports().records(), fleet.audit(), fleet.clock());
  }

  @GetMapping("/downtimes")
  @Needs(Role.VIEWER)
  Items<DowntimeView> downtimes() {
    Instant now = fleet.clock().instant();
    return Itemized.of(
        operations.ports().records().downtimes().all().stream()
            .filter(each -> !each.isOver(now))
            .toList(),
        DowntimeController::view);
  }

  @PostMapping("/downtimes")
  @Needs(Role.OPERATOR)
  DowntimeView beginDowntime(@RequestBody DowntimeBody wanted, Caller caller) {
    Downtime downtime =
        new Downtime(
            Extents.of(fleet, wanted.instance(), wanted.cluster()),
            wanted.owner().orElse(caller.name()),
            Extents.reason(caller),
            caller.name(),
            fleet.clock().instant(),
            Extents.until(fleet, wanted.ttl()));
    desk.begin(downtime);
    return view(downtime);
  }

  @PostMapping("/downtimes:end")
  @Needs(Role.OPERATOR)
  Items<DowntimeView> endDowntime(@RequestBody ExtentBody which, Caller caller) {
    Extent of = Extents.known(fleet, which.instance(), which.cluster());
    if (!desk.end(of, caller.name())) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          of.toString(),
          "There is no downtime of %s.".formatted(of),
          List.of("\"tutti downtime list\" shows those that there are"));
    }
    return downtimes();
  }

  private static DowntimeView view(Downtime downtime) {
    return new DowntimeView(
        downtime.of().instance().map(Object::toString),
        downtime.of().cluster(),
        downtime.owner(),
        downtime.reason(),
        downtime.by(),
        downtime.beganAt(),
        downtime.until());
  }
}
