package io.tutti.rest;

import io.tutti.api.ErrantBody;
import io.tutti.api.ErrantView;
import io.tutti.operation.errant.ErrantReader;
import io.tutti.operation.errant.ErrantReport;
import io.tutti.operation.errant.InjectRequest;
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

/** What replicas have that their sources never had. */
@RestController
@RequestMapping("/api/v1/instances/{instance}")
class ErrantController {
  /** The replica's binlogs are looked at. */
  private static final Duration READ_MAX = Duration.ofSeconds(20);

  private static final int LISTED = 100;

  private final Operations operations;
  private final Fleet fleet;
  private final ErrantReader errant;

  ErrantController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.errant = ErrantReader.of(operations.ports());
  }

  @GetMapping("/errant")
  @Needs(Role.VIEWER)
  ErrantView show(@PathVariable String instance) {
    return view(errant.read(fleet.addressOf(instance), LISTED, Deadline.after(READ_MAX)));
  }

  private static ErrantView view(ErrantReport report) {
    return new ErrantView(
        report.instance().toString(),
        report.source().toString(),
        Facts.text(report.names()),
        report.transactions().stream()
            .map(each ->
                new ErrantView.TransactionView(
                    each.gtid(), each.meaning(), Facts.of(each.content())))
            .toList(),
        report.notes());
  }

  @PostMapping("/errant:inject")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> inject(
      @PathVariable String instance,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<ErrantBody> how) {
    return operations.carryOut(
        new InjectRequest(fleet.addressOf(instance)).toGoal(),
        caller,
        key,
        how.orElse(ErrantBody.NONE).dryRun().orElse(false));
  }
}
