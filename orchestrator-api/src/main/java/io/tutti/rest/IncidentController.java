package io.tutti.rest;

import io.tutti.api.BootBody;
import io.tutti.api.BootView;
import io.tutti.api.ClosingBody;
import io.tutti.api.IncidentView;
import io.tutti.api.Items;
import io.tutti.api.LostWritesView;
import io.tutti.api.ResolveBody;
import io.tutti.crash.BootReport;
import io.tutti.crash.Incident;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.crash.IncidentService;
import io.tutti.operation.crash.LostWritesReader;
import io.tutti.operation.promotion.ResolveRequest;
import io.tutti.operation.promotion.ReturnedSource;
import io.tutti.promotion.BestReplica;
import io.tutti.promotion.NextAction;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.spi.Deadline;
import io.tutti.store.Role;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Restarts that are kept, and what hosts report of theirs. */
@RestController
@RequestMapping("/api/v1")
class IncidentController {
  private static final int LIMIT_MAX = 1000;
  private static final int TEXT_MAX = 100;

  /** Of those that may have replaced it: it is back soon, or nobody misses what it alone has. */
  private static final int OPERATIONS_MAX = 1000;

  /** What a clock may say that was never set; beyond the other, nanoseconds do not fit. */
  private static final Instant BOOTED_MIN = Instant.parse("1970-01-01T00:00:00Z");

  private static final Instant BOOTED_MAX = Instant.parse("2200-01-01T00:00:00Z");

  private final Operations operations;
  private final Fleet fleet;
  private final IncidentService desk;

  IncidentController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.desk = IncidentService.of(operations.ports());
  }

  @GetMapping("/incidents")
  @Needs(Role.VIEWER)
  Items<IncidentView> incidents(
      @RequestParam Optional<String> instance,
      @RequestParam(defaultValue = "false") boolean open,
      @RequestParam Optional<String> since,
      @RequestParam(defaultValue = "50") int limit) {
    int most = Past.limit(limit, LIMIT_MAX);
    Instant first = since.map(Past::since).orElse(Instant.MIN);
    Optional<InstanceAddress> address = instance.map(this::keptUnder);
    List<Incident> found =
        open
            ? desk.open().stream()
                .filter(each -> address.isEmpty() || each.instance().equals(address.get()))
                .filter(each -> !each.noticedAt().isBefore(first))
                .limit(most)
                .toList()
            : desk.latest(address, most).stream()
                .filter(each -> !each.noticedAt().isBefore(first))
                .toList();
    TopologySnapshot now = fleet.discovery().snapshot();
    return Itemized.of(found, incident -> IncidentViews.of(incident, now));
  }

  /** Also of one that was forgotten. */
  private InstanceAddress keptUnder(String instance) {
    InstanceAddress address = Fleet.parse(instance);
    return fleet.discovery().snapshot().keptUnder(address);
  }

  @GetMapping("/incidents/{id}")
  @Needs(Role.VIEWER)
  IncidentView incident(@PathVariable String id) {
    Incident incident = desk.require(id);
    WorldView world = fleet.world().view();
    return IncidentViews.of(
        incident,
        world.topology(),
        best(world, incident),
        NextAction.of(world, incident),
        ReturnedSource.of(world.topology(), incident, operations.runner().latest(OPERATIONS_MAX)));
  }

  /** Of one that replicates itself nobody is promoted: its replicas go to its own source. */
  private static Optional<BestReplica> best(WorldView world, Incident incident) {
    return Optional.of(incident)
        .filter(each -> each.isOpen() && each.isSuspect() && each.replacement().isEmpty())
        .filter(each -> world.topology().linksOf(each.instance()).isEmpty())
        .map(each -> BestReplica.of(world, each.instance()));
  }

  @GetMapping("/incidents/{id}/report")
  @Needs(Role.VIEWER)
  LostWritesView lostWrites(@PathVariable String id) {
    return LostWritesViews.of(
        LostWritesReader.of(operations.ports())
            .read(desk.require(id), Deadline.after(CrashController.REPORT_MAX)));
  }

  @PostMapping("/incidents/{id}:close")
  @Needs(Role.OPERATOR)
  IncidentView close(@PathVariable String id, @RequestBody ClosingBody request, Caller caller) {
    return IncidentViews.of(
        desk.close(id, request.why().orElse(""), caller.name()), fleet.discovery().snapshot());
  }

  @PostMapping("/incidents/{id}:resolve")
  @Needs(Role.OPERATOR)
  ResponseEntity<Object> resolve(
      @PathVariable String id,
      @RequestHeader(name = "Idempotency-Key", required = false) Optional<String> key,
      Caller caller,
      @RequestBody(required = false) Optional<ResolveBody> how) {
    ResolveBody wanted = how.orElse(ResolveBody.NONE);
    Incident incident = desk.require(id);
    return operations.carryOut(
        new ResolveRequest(
                incident.instance(), incident.id(), wanted.promote().map(this::keptUnder))
            .toGoal(),
        caller,
        key,
        wanted.dryRun().orElse(false));
  }

  @PostMapping("/boot-reports")
  @Needs(Role.REPORTER)
  BootView report(@RequestBody BootBody reported) {
    Instant now = fleet.clock().instant();
    BootReport report =
        new BootReport(
            required("host", reported.host()),
            required("bootId", reported.bootId()),
            reported
                .bootedAt()
                .filter(at -> at.isAfter(BOOTED_MIN) && at.isBefore(BOOTED_MAX))
                .orElseThrow(
                    () -> invalid("bootedAt", "The report has no bootedAt, or an impossible one.")),
            reported.cleanlyEnded().filter(id -> !id.isBlank()),
            reported.nodeBootId().filter(id -> !id.isBlank()),
            now,
            now);
    List<Incident> incidents = desk.take(report);
    return new BootView(
        report.host(),
        report.bootId(),
        report.bootedAt(),
        incidents.stream().map(Incident::id).toList());
  }

  private static String required(String name, Optional<String> value) {
    return value
        .filter(text -> !text.isBlank() && text.length() <= TEXT_MAX)
        .orElseThrow(
            () -> invalid(name, "The report has no %s, or one that is too long.".formatted(name)));
  }

  private static OrchestratorException invalid(String target, String observed) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST, target, observed, List.of("see " + AboutController.OPENAPI));
  }
}
