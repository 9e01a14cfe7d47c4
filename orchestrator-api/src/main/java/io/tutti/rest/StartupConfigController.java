package io.tutti.rest;

import io.tutti.api.StartupConfigView;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceState;
import io.tutti.security.Needs;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.fence.StartupOption;
import io.tutti.store.Role;
import io.tutti.topology.Node;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How instances are to start. */
@RestController
@RequestMapping("/api/v1/instances/{instance}/startup-config")
class StartupConfigController {
  private final Fleet fleet;

  StartupConfigController(Fleet fleet) {
    this.fleet = fleet;
  }

  @GetMapping
  @Needs(Role.VIEWER)
  StartupConfigView show(@PathVariable String instance) {
    Node node = fleet.nodeOf(instance);
    InstanceState state =
        node.state()
            .orElseThrow(() -> refused(node, "It was never read, so its release is not known."));
    List<StartupOption> options =
        fleet
            .discovery()
            .flavors()
            .find(state.version().flavor())
            .map((FlavorProvider provider) ->
                provider.fencing(state.version().version()).startupOptions(state))
            .orElse(List.of());
    if (options.isEmpty()) {
      throw refused(node, "Its plugin knows no option file for it.");
    }
    return StartupConfigViews.of(state, options);
  }

  private static OrchestratorException refused(Node node, String why) {
    return new OrchestratorException(
        ErrorCode.UNSUPPORTED_CAPABILITY,
        node.address().toString(),
        why,
        Remedies.of(Acts.showInstance(node.address())));
  }
}
