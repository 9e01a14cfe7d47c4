package io.tutti.rest;

import io.tutti.api.AuditView;
import io.tutti.api.FlavorView;
import io.tutti.api.Items;
import io.tutti.security.Needs;
import io.tutti.security.OpenToAll;
import io.tutti.spi.FlavorProvider;
import io.tutti.store.AuditFilter;
import io.tutti.store.AuditRecord;
import io.tutti.store.Role;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** What the controller reports of itself. */
@RestController
@RequestMapping("/api/v1")
class AboutController {
  static final String OPENAPI = "/api/v1/openapi.json";

  private static final int AUDIT_LIMIT_MAX = 10_000;

  private final Fleet fleet;

  AboutController(Fleet fleet) {
    this.fleet = fleet;
  }

  @GetMapping("/flavors")
  @Needs(Role.VIEWER)
  Items<FlavorView> flavors() {
    return Itemized.of(fleet.discovery().flavors().providers(), AboutController::flavor);
  }

  @GetMapping("/audit")
  @Needs(Role.VIEWER)
  Items<AuditView> audit(
      @RequestParam Optional<String> target,
      @RequestParam Optional<String> actor,
      @RequestParam Optional<String> action,
      @RequestParam Optional<String> since,
      @RequestParam(defaultValue = "100") int limit) {
    return Itemized.of(
        fleet
            .audit()
            .latest(
                new AuditFilter(
                    target,
                    actor,
                    action,
                    since.map(Past::since),
                    Past.limit(limit, AUDIT_LIMIT_MAX))),
        AboutController::audit);
  }

  /**
   * Made from these classes by a test, and kept as a file, so that no start pays for it; the knobs
   * are those of the plugins at hand.
   */
  @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @OpenToAll
  String openApi() throws IOException {
    try (InputStream file = new ClassPathResource("io/tutti/rest/openapi.json").getInputStream()) {
      return KnobSchemas.describe(
              JsonMapper.shared().readTree(file),
              fleet.discovery().flavors().providers().stream()
                  .flatMap(provider -> provider.declaredKnobs().stream())
                  .toList())
          .toString();
    }
  }

  private static FlavorView flavor(FlavorProvider provider) {
    return new FlavorView(
        provider.id(),
        provider.description(),
        provider.capabilities().stream().map(Enum::name).sorted().toList());
  }

  private static AuditView audit(AuditRecord entry) {
    return new AuditView(
        entry.at(),
        entry.actor(),
        entry.action(),
        entry.target(),
        entry.outcome().name(),
        entry.reason());
  }
}
