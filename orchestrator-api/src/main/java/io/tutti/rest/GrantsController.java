package io.tutti.rest;

import io.tutti.api.GrantsView;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerVersion;
import io.tutti.security.Needs;
import io.tutti.spi.FlavorProvider;
import io.tutti.store.Role;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Which privileges accounts need, as statements. */
@RestController
@RequestMapping("/api/v1/grants")
class GrantsController {
  private final Fleet fleet;

  GrantsController(Fleet fleet) {
    this.fleet = fleet;
  }

  /**
   * @param version a release of the flavor; its newest one if none is named
   * @param monitor only what watching needs
   * @param existing whether the account is there already, and is not to be made
   */
  @GetMapping
  @Needs(Role.VIEWER)
  GrantsView grants(
      @RequestParam String flavor,
      @RequestParam Optional<String> version,
      @RequestParam(defaultValue = "false") boolean monitor,
      @RequestParam(defaultValue = "tutti") String user,
      @RequestParam(defaultValue = "%") String host,
      @RequestParam(defaultValue = "false") boolean existing) {
    FlavorProvider provider = provider(flavor);
    ServerVersion release = release(provider, version);
    return new GrantViews(provider.id(), release, provider.grants(release))
        .of(new GrantViews.Account(user, host, existing), monitor);
  }

  private FlavorProvider provider(String flavor) {
    List<FlavorProvider> providers = fleet.discovery().flavors().providers();
    return providers.stream()
        .filter(provider -> provider.id().equals(flavor))
        .findFirst()
        .orElseThrow(() ->
            refusal(
                "flavor",
                "There is no flavor \"%s\".".formatted(flavor),
                "name one of "
                    + providers.stream()
                        .map(FlavorProvider::id)
                        .sorted()
                        .collect(Collectors.joining(", "))));
  }

  private static ServerVersion release(FlavorProvider provider, Optional<String> version) {
    if (version.isEmpty()) {
      return provider.newestRelease();
    }
    return ServerVersion.find(version.get())
        .filter(provider::takes)
        .orElseThrow(() ->
            refusal(
                "version",
                "\"%s\" is not a release of %s.".formatted(version.get(), provider.id()),
                "name one as %s prints it; %s takes %s"
                    .formatted("SELECT @@version", provider.id(), provider.description())));
  }

  private static OrchestratorException refusal(String parameter, String observed, String remedy) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST, parameter, observed, List.of(remedy));
  }
}
