package io.tutti.discovery;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.Detection;
import io.tutti.spi.Detection.Claimed;
import io.tutti.spi.Detection.Declined;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.Greeting;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.ServerBanner;
import io.tutti.spi.Target;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The plugins that are there, and which of them speaks for a server. */
public final class FlavorCatalogue {
  private final List<FlavorProvider> providers;

  /**
   * @param providers every plugin
   * @throws OrchestratorException when two plugins have the same id
   */
  public FlavorCatalogue(List<FlavorProvider> providers) {
    this.providers = providers.stream().sorted(Comparator.comparing(FlavorProvider::id)).toList();
    for (int i = 1; i < this.providers.size(); i++) {
      String id = this.providers.get(i).id();
      if (id.equals(this.providers.get(i - 1).id())) {
        throw new OrchestratorException(
            ErrorCode.INVALID_CONFIGURATION,
            id,
            "Two plugins call themselves " + id + ".",
            List.of("remove one of them from the plugin folders"));
      }
    }
  }

  public List<FlavorProvider> providers() {
    return providers;
  }

  public Optional<FlavorProvider> find(String id) {
    return providers.stream().filter(provider -> provider.id().equals(id)).findFirst();
  }

  /** A server whose flavor is known, and the way to it. The caller closes the client. */
  public record Identified(FlavorProvider provider, InstanceClient client) {}

  /**
   * Logs in to a server, asks it what it is, and opens it with the one plugin that claims it.
   *
   * @throws OrchestratorException when it cannot be reached, or no plugin or more than one claims
   *     it
   */
  public Identified identify(Target target, Greeting greeting, Deadline deadline) {
    FlavorProvider first = connecting(target.address(), greeting);
    InstanceClient client = first.open(target);
    try {
      ServerBanner banner = readBanner(target, client, deadline);
      FlavorProvider claiming = require(target.address(), banner);
      if (claiming != first) {
        client.close();
        client = claiming.open(target);
      }
      return new Identified(claiming, client);
    } catch (OrchestratorException e) {
      client.close();
      throw e;
    }
  }

  private static ServerBanner readBanner(Target target, InstanceClient client, Deadline deadline) {
    try {
      return client.readBanner(deadline);
    } catch (OrchestratorException e) {
      if (e.code() != ErrorCode.STATEMENT_FAILED) {
        throw e;
      }
      throw new OrchestratorException(
          ErrorCode.UNSUPPORTED_SERVER,
          target.address().toString(),
          target.address()
              + " does not answer what every database server does: "
              + e.observed()
              + " It is a binlog server or a proxy.",
          List.of(
              "discover the servers behind it; what replicates through it is shown with it as the"
                  + " source"),
          e);
    }
  }

  /**
   * Any plugin whose driver can log in will do to ask the server what it is. One that takes the
   * server for its own by the greeting comes first, because its login can mostly be kept; then the
   * last by name, which has the newest driver.
   */
  private FlavorProvider connecting(InstanceAddress address, Greeting greeting) {
    List<FlavorProvider> able =
        providers.stream().filter(provider -> provider.canConnect(greeting)).toList();
    return able.stream()
        .filter(provider -> provider.looksLikeOwn(greeting))
        .findFirst()
        .or(() -> able.stream().reduce((earlier, later) -> later))
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNSUPPORTED_SERVER,
                address.toString(),
                "%s greets as \"%s\", and none of the plugins (%s) can log in to such a server."
                    .formatted(address, greeting.serverVersion(), ids()),
                List.of(
                    "put a plugin for it into the plugin folder, see docs/adding-a-flavor.md")));
  }

  /** The one plugin that claims a server with that banner. */
  FlavorProvider require(InstanceAddress address, ServerBanner banner) {
    Map<FlavorProvider, Detection> answers = new LinkedHashMap<>();
    providers.forEach(provider -> answers.put(provider, provider.detect(banner)));
    List<FlavorProvider> claiming =
        providers.stream().filter(p -> answers.get(p) instanceof Claimed).toList();
    if (claiming.size() == 1) {
      return claiming.getFirst();
    }
    String evidence =
        answers.entrySet().stream()
            .map(entry -> entry.getKey().id() + ": " + reason(entry.getValue()))
            .collect(Collectors.joining("; "));
    String server =
        "%s says it is \"%s\" (%s)".formatted(address, banner.version(), banner.comment());
    if (claiming.isEmpty()) {
      throw new OrchestratorException(
          ErrorCode.UNSUPPORTED_SERVER,
          address.toString(),
          server + ", which no plugin claims. " + evidence + ".",
          List.of(
              "upgrade the server to a release that a plugin takes",
              "add a plugin, see docs/adding-a-flavor.md"));
    }
    throw new OrchestratorException(
        ErrorCode.AMBIGUOUS_SERVER,
        address.toString(),
        server + ", which more than one plugin claims. " + evidence + ".",
        List.of("remove one of the plugins from the plugin folders"));
  }

  private static String reason(Detection detection) {
    return switch (detection) {
      case Claimed(var version, var evidence) -> "claims it as " + version + " (" + evidence + ")";
      case Declined(var reason) -> reason;
    };
  }

  private String ids() {
    return providers.stream().map(FlavorProvider::id).collect(Collectors.joining(", "));
  }
}
