package io.tutti.rest;

import io.tutti.api.Items;
import io.tutti.api.SilenceBody;
import io.tutti.api.SilenceView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.security.Caller;
import io.tutti.security.Needs;
import io.tutti.store.Role;
import io.tutti.topology.Extent;
import io.tutti.topology.Silence;
import io.tutti.world.SilenceDesk;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Which findings somebody knows of. */
@RestController
@RequestMapping("/api/v1")
class SilenceController {
  private final Operations operations;
  private final Fleet fleet;
  private final SilenceDesk desk;

  SilenceController(Operations operations, Fleet fleet) {
    this.operations = operations;
    this.fleet = fleet;
    this.desk = new SilenceDesk(operations.ports().records(), fleet.audit(), fleet.clock());
  }

  @GetMapping("/silences")
  @Needs(Role.VIEWER)
  Items<SilenceView> silences() {
    Instant now = fleet.clock().instant();
    return Itemized.of(
        operations.ports().records().silences().all().stream()
            .filter(each -> !each.isOver(now))
            .toList(),
        SilenceController::view);
  }

  /** Of findings that are there; one that ends and begins again counts. */
  @PostMapping("/findings:acknowledge")
  @Needs(Role.OPERATOR)
  SilenceView acknowledge(@RequestBody SilenceBody wanted, Caller caller) {
    Extent of = Extents.of(fleet, wanted.instance(), wanted.cluster());
    String code = code(wanted);
    if (fleet
        .views()
        .findings(FindingFilter.of(code, of, fleet.world().view().topology()))
        .items()
        .isEmpty()) {
      throw Extents.refusal(
          "code",
          "There is no finding %s of %s that counts.".formatted(code, of),
          "\"tutti findings\" shows those that there are; \"tutti findings mute\" is for those that"
              + " may come");
    }
    return keep(
        wanted,
        caller,
        Silence.Kind.ACKNOWLEDGED,
        wanted.ttl().map(span -> Extents.until(fleet, span)));
  }

  @PostMapping("/findings:mute")
  @Needs(Role.OPERATOR)
  SilenceView mute(@RequestBody SilenceBody wanted, Caller caller) {
    return keep(
        wanted, caller, Silence.Kind.MUTED, Optional.of(Extents.until(fleet, wanted.ttl())));
  }

  @PostMapping("/findings:unmute")
  @Needs(Role.OPERATOR)
  Items<SilenceView> unmute(@RequestBody SilenceBody which, Caller caller) {
    Extent of = Extents.known(fleet, which.instance(), which.cluster());
    String code = code(which);
    if (!desk.unmute(code, of, caller.name())) {
      throw new OrchestratorException(
          ErrorCode.INVALID_REQUEST,
          of.toString(),
          "%s of %s is neither muted nor acknowledged.".formatted(code, of),
          List.of("\"tutti findings muted\" shows what is"));
    }
    return silences();
  }

  private SilenceView keep(
      SilenceBody wanted, Caller caller, Silence.Kind kind, Optional<Instant> until) {
    Silence silence =
        new Silence(
            kind,
            code(wanted),
            Extents.of(fleet, wanted.instance(), wanted.cluster()),
            caller.name(),
            Extents.reason(caller),
            fleet.clock().instant(),
            until);
    desk.silence(silence);
    return view(silence);
  }

  private static String code(SilenceBody wanted) {
    return FindingFilter.requireKind(
            wanted
                .code()
                .orElseThrow(() ->
                    Extents.refusal(
                        "code",
                        "The request names no code.",
                        "send {\"code\":\"REPLICA_LAGGING\"}")))
        .name();
  }

  private static SilenceView view(Silence silence) {
    return new SilenceView(
        silence.kind().name(),
        Optional.of(silence.code()),
        silence.of().instance().map(Object::toString),
        silence.of().cluster(),
        silence.by(),
        silence.reason(),
        silence.until());
  }
}
